import { useSavePackage } from '@/api/items';
import type { Item, Package } from '@/api/types';
import { FormDialog } from '@/ui/FormDialog';
import { LongTextField, PriceField, SelectField, TextField, useCheckedForm } from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { type Offer, PackageLines } from './PackageLines';
import { PictureField } from './PictureField';
import { type PackageTyped, packageFields, packageInput, packageSchema } from './schema';
import { usePictured } from './usePictured';

export interface PackageDialogProps {
  /** The package to edit, or null for a new one. */
  found: Package | null;
  items: readonly Item[];
  offer: Offer;
  onClose: () => void;
}

/** Dialog that adds or edits a package. Mounted while open. */
export function PackageDialog({ found, items, offer, onClose }: PackageDialogProps) {
  const defaults = {
    size: offer.sizes[0]?.code ?? '',
    finish: offer.finishes[0]?.code ?? '',
    colorOption: offer.colors[0]?.code ?? '',
  };
  const form = useCheckedForm(packageSchema, packageFields(found, defaults));
  const own = form.watch('pricing') === 'own';
  const { record, picture } = usePictured({
    kind: 'package',
    form,
    found,
    save: useSavePackage(),
    sent: (typed: PackageTyped, saved) => ({ id: saved?.id ?? null, input: packageInput(typed, saved) }),
    fieldsOf: (row: Package) => packageFields(row, defaults),
    rows: ['lines'],
    onClose,
  });
  return (
    <FormDialog
      title={found === null ? 'Add Package' : 'Edit Package'}
      description={
        found === null ? 'Letters and items that you rent out together.' : "Existing bookings won't change."
      }
      {...record}
      submitLabel={found === null ? 'Add Package' : 'Save Changes'}
      className="sm:max-w-2xl"
    >
      <div className="grid gap-5">
        <PictureField saved={found?.smallPicture ?? null} picture={picture} />
        <TextField form={form} name="name" label="Name" required autoComplete="off" />
        <LongTextField form={form} name="description" label="Description" rows={2} maxLength={2000} />
        <PackageLines form={form} items={items} offer={offer} defaults={defaults} />
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <SelectField
            form={form}
            name="pricing"
            label="Price"
            hint={
              own
                ? 'One price per booking, regardless of the number of days. '
                : 'Follows your price list and the number of days.'
            }
          >
            <option value="sum">Sum of the lines</option>
            <option value="own">Package price</option>
          </SelectField>
          {own ? <PriceField form={form} name="price" label="Package Price" required /> : null}
        </div>
        <FormSwitch
          form={form}
          name="public"
          label="Show on booking form"
          hint={
            form.watch('public')
              ? 'Customers can choose this package.'
              : 'Only your team can add this package to bookings.'
          }
        />
      </div>
    </FormDialog>
  );
}
