import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useSaveItem } from '@/api/items';
import type { Item, ItemInput } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { Outages } from '@/booking-parts/Outages';
import { dayIn } from '@/lib/dates';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { CountInput, Input, PriceInput, Select, Textarea } from '@/ui/Input';
import { SwitchField } from '@/ui/SwitchField';
import { PictureField } from './PictureField';
import { type ItemForm, itemFields, itemSchema } from './schema';
import { usePictured } from './usePictured';

export interface ItemDialogProps {
  /** The item to edit, or null for a new one. */
  item: Item | null;
  /** The categories that there are. */
  categories: readonly string[];
  onClose: () => void;
}

/** Adds an item, or changes one. Mounted while it is open. */
export function ItemDialog({ item, categories, onClose }: ItemDialogProps) {
  const listId = useId();
  const form = useForm<ItemForm, unknown, ItemInput>({
    resolver: zodResolver(itemSchema),
    defaultValues: itemFields(item),
  });
  const { errors } = form.formState;
  const [repairBegun, setRepairBegun] = useState(false);
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
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
      open
      onOpenChange={(open) => open || onClose()}
      title={item === null ? 'Add Item' : 'Edit Item'}
      description={item === null ? 'Something that you rent or sell beside letters.' : item.name}
      {...record}
      unsaved={record.unsaved || repairBegun}
      submitLabel={item === null ? 'Add Item' : 'Save Changes'}
      className="sm:max-w-2xl"
    >
      <div className="grid gap-5">
        <PictureField saved={item?.smallPicture ?? null} picture={picture} />
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <Field label="Name" error={errors.name?.message} required>
            <Input autoComplete="off" {...form.register('name')} />
          </Field>
          <Field
            label="Category"
            error={errors.category?.message}
            hint="Items of a category are shown together."
          >
            <Input autoComplete="off" list={listId} maxLength={60} {...form.register('category')} />
            <datalist id={listId}>
              {categories.map((category) => (
                <option key={category} value={category} />
              ))}
            </datalist>
          </Field>
          <Field label="Description" error={errors.description?.message} className="sm:col-span-2">
            <Textarea rows={2} maxLength={2000} {...form.register('description')} />
          </Field>
          <Field
            label="Kind"
            error={errors.kind?.message}
            hint={
              counted
                ? 'Pieces are reserved for bookings, like letters.'
                : 'Setup or decoration, for example. There is always enough of it.'
            }
          >
            <Select {...form.register('kind')}>
              <option value="counted">Counted pieces</option>
              <option value="service">A service</option>
            </Select>
          </Field>
          {counted ? (
            <Field label="Quantity" error={errors.quantity?.message} hint="How many you own." required>
              <CountInput {...form.register('quantity', { valueAsNumber: true })} />
            </Field>
          ) : (
            <span className="max-sm:hidden" />
          )}
          <Field label="Price" error={errors.price?.message} hint="For one." required>
            <PriceInput {...form.register('price', { valueAsNumber: true })} />
          </Field>
          <Field label="Charged" error={errors.per?.message}>
            <Select {...form.register('per')}>
              <option value="event">Per event</option>
              <option value="day">Per day</option>
            </Select>
          </Field>
          {counted ? (
            <Field
              label="Replacement Price"
              error={errors.replacementPrice?.message}
              hint="What a lost or broken one costs."
            >
              <PriceInput {...form.register('replacementPrice', { valueAsNumber: true })} />
            </Field>
          ) : null}
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          <Controller
            control={form.control}
            name="public"
            render={({ field }) => (
              <SwitchField
                label="On the booking form"
                hint={field.value ? 'Customers can add it themselves.' : 'Only you add it to bookings.'}
                checked={field.value ?? true}
                onChange={field.onChange}
              />
            )}
          />
          <Controller
            control={form.control}
            name="taxable"
            render={({ field }) => (
              <SwitchField
                label="Taxable"
                hint="Sales tax is added to its price."
                checked={field.value ?? true}
                onChange={field.onChange}
              />
            )}
          />
        </div>
        {item?.kind === 'counted' ? (
          <Outages
            pieces={{ of: 'items', id: item.id, name: item.name, owned: item.quantity }}
            today={today}
            onDraft={setRepairBegun}
          />
        ) : null}
      </div>
    </FormDialog>
  );
}
