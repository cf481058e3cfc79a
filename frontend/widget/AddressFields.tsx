/** Fields for the customer's own address instead of a venue. */
import { PLACE_HINTS } from '@/booking-form/lazy-texts';
import type { Offer } from '@/booking-form/offer';
import { type Form, Input } from './fields';

/**
 * Address fields, with the names of the business's country. The postal code is required if it determines the
 * delivery fee.
 */
export function AddressFields({ form, offer }: { form: Form; offer: Offer }) {
  const { state, zipCode } = offer.addressNames;
  return (
    <>
      <Input form={form} name="street" autoComplete="street-address" required />
      <Input form={form} name="city" autoComplete="address-level2" required />
      <div className="halves">
        {offer.hasStates && <Input form={form} name="state" label={state} autoComplete="address-level1" />}
        <Input
          form={form}
          name="zipCode"
          label={zipCode}
          autoComplete="postal-code"
          required={offer.deliveryZones}
        />
      </div>
    </>
  );
}

/** Optional details of the address, which the price does not depend on. */
export function PlaceNotes({ form }: { form: Form }) {
  return (
    <div className="pair">
      <Input form={form} name="placeName" autoComplete="off" hint={PLACE_HINTS.name} />
      <Input form={form} name="accessNotes" autoComplete="off" hint={PLACE_HINTS.access} />
    </div>
  );
}
