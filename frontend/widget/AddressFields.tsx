/** An address of the customer's own, in place of a venue. */
import { PLACE_HINTS } from '@/booking-form/lazy-texts';
import { type Form, Input } from './fields';

/** `zip`: the ZIP code decides what the delivery costs, so it is needed. */
export function AddressFields({ form, zip }: { form: Form; zip: boolean }) {
  return (
    <>
      <Input form={form} name="placeName" autoComplete="off" hint={PLACE_HINTS.name} />
      <Input form={form} name="street" autoComplete="street-address" required />
      <div className="pair">
        <Input form={form} name="city" autoComplete="address-level2" required />
        <Input form={form} name="zipCode" autoComplete="postal-code" required={zip} />
      </div>
      <Input form={form} name="accessNotes" autoComplete="off" hint={PLACE_HINTS.access} />
    </>
  );
}
