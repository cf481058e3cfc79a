import { useId } from 'react';
import { useSaveItem } from '@/api/items';
import type { Item, ItemInput } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { Outages } from '@/components/booking/Outages';
import { useOpenRepair } from '@/components/booking/open-repair';
import { dayIn } from '@/lib/dates';
import { taxFirst } from '@/lib/tax-name';
import { FormDialog } from '@/ui/FormDialog';
import {
  CountField,
  LongTextField,
  PriceField,
  SelectField,
  TextField,
  useCheckedForm,
} from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { PictureField } from './PictureField';
import { itemFields, itemSchema } from './schema';
import { usePictured } from './usePictured';

export interface ItemDialogProps {
  /** The item to edit, or null for a new one. */
  item: Item | null;
  /** The existing categories. */
  categories: readonly string[];
  onClose: () => void;
}

/** Dialog that adds or edits an item. Mounted while open. */
export function ItemDialog({ item, categories, onClose }: ItemDialogProps) {
  const listId = useId();
  const form = useCheckedForm(itemSchema, itemFields(item));
  const { begun, sending, repair, saveWith } = useOpenRepair();
  const user = useSignedInUser();
  const today = dayIn(user.timeZone ?? 'UTC', new Date());
  const counted = form.watch('kind') === 'counted';
  const { record, picture } = usePictured({
    kind: 'item',
    form,
    found: item,
    save: useSaveItem(),
    sent: (input: ItemInput, saved) => ({ id: saved?.id ?? null, input }),
    fieldsOf: itemFields,
    onClose,
  });
  return (
    <FormDialog
      title={item === null ? 'Add Item' : 'Edit Item'}
      description={item === null ? 'Anything you rent out or sell besides letters.' : item.name}
      {...record}
      onSubmit={() => saveWith(record.onSubmit)}
      pending={record.pending || sending}
      unsaved={record.unsaved || begun}
      submitLabel={item === null ? 'Add Item' : 'Save Changes'}
      className="sm:max-w-2xl"
    >
      <div className="grid gap-5">
        <PictureField saved={item?.smallPicture ?? null} picture={picture} />
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <TextField form={form} name="name" label="Name" required autoComplete="off" />
          <TextField
            form={form}
            name="category"
            label="Category"
            hint="Items in the same category are shown together."
            autoComplete="off"
            list={listId}
            maxLength={60}
          />
          <datalist id={listId}>
            {categories.map((category) => (
              <option key={category} value={category} />
            ))}
          </datalist>
          <LongTextField
            form={form}
            name="description"
            label="Description"
            fieldClassName="sm:col-span-2"
            rows={2}
            maxLength={2000}
          />
          <SelectField
            form={form}
            name="kind"
            label="Kind"
            hint={
              counted
                ? 'Pieces are reserved for each booking, just like letters.'
                : 'Setup or decorating, for example. A service never runs out.'
            }
          >
            <option value="counted">Counted pieces</option>
            <option value="service">Service</option>
          </SelectField>
          {counted ? (
            <CountField form={form} name="quantity" label="Quantity" hint="The number you own." required />
          ) : (
            <span className="max-sm:hidden" />
          )}
          <PriceField form={form} name="price" label="Price" hint="Per piece." required />
          <SelectField form={form} name="per" label="Charged">
            <option value="event">Per event</option>
            <option value="day">Per day</option>
          </SelectField>
          {counted ? (
            <PriceField
              form={form}
              name="replacementPrice"
              label="Replacement Price"
              hint="What you charge for a lost or broken item."
            />
          ) : null}
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          <FormSwitch
            form={form}
            name="public"
            label="Show on booking form"
            hint={
              form.watch('public')
                ? 'Customers can add this item.'
                : 'Only your team can add this item to bookings.'
            }
          />
          <FormSwitch
            form={form}
            name="taxable"
            label="Taxable"
            hint={`${taxFirst(user)} is added to the price.`}
          />
        </div>
        {item?.kind === 'counted' ? (
          <Outages
            pieces={{
              of: 'items',
              id: item.id,
              name: item.name,
              owned: item.quantity,
              piece: { letter: null, size: null, finish: null, itemId: item.id, name: item.name },
            }}
            today={today}
            repair={repair}
          />
        ) : null}
      </div>
    </FormDialog>
  );
}
