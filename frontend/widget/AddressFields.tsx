/** Fields for the customer's own address instead of a venue. */
import { PLACE_HINTS, POSTAL_CODE } from '@/booking-form/lazy-texts';
import type { Offer } from '@/booking-form/offer';
import { type Form, Input } from './fields';

/** Address fields. The ZIP code is required if it determines the delivery fee. */
export function AddressFields({ form, offer }: { form: Form; offer: Offer }) {
  return (
    <>
      <Input form={form} name="placeName" autoComplete="off" hint={PLACE_HINTS.name} />
      <Input form={form} name="street" autoComplete="street-address" required />
      <div className="pair">
        <Input form={form} name="city" autoComplete="address-level2" required />
        <Input
          form={form}
          name="zipCode"
          label={offer.hasStates ? undefined : POSTAL_CODE}
          autoComplete="postal-code"
          required={offer.deliveryZones}
        />
      </div>
      <Input form={form} name="accessNotes" autoComplete="off" hint={PLACE_HINTS.access} />
    </>
  );
}
