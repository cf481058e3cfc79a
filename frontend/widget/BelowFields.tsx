/** Parts of the contact card that depend on the business and on the visitor's input. */
import { OTHER_PLACE } from '@/booking-form/draft';
import type { Offer } from '@/booking-form/offer';
import { PlaceNotes } from './AddressFields';
import { EmailHint } from './EmailHint';
import type { Form } from './fields';
import { PriceEmail } from './PriceEmail';

/** A suggestion for a mistyped address, and the offer to email the price. */
export function BelowEmail({ form, offer, preview }: { form: Form; offer: Offer; preview: boolean }) {
  return (
    <>
      <EmailHint form={form} />
      {offer.emailPrices && <PriceEmail form={form} offer={offer} preview={preview} />}
    </>
  );
}

/** Consent to texts, and notes about a location of the visitor's own. */
export function BelowPhone({ form, offer }: { form: Form; offer: Offer }) {
  return (
    <>
      {offer.textConsentWording && <TextConsent wording={offer.textConsentWording} />}
      {form.draft.venueId === OTHER_PLACE && <PlaceNotes form={form} />}
    </>
  );
}

/**
 * Checkbox of visitors who agree to texts, in the server's words. Never checked by default, not stored with the draft,
 * and not required. `Form` reads it when the booking is sent.
 */
function TextConsent({ wording }: { wording: string }) {
  return (
    <label className="add-on" style={{ marginTop: '0.75rem' }}>
      <input type="checkbox" name="textConsent" />
      <span style={{ fontSize: '0.875rem', fontWeight: 400 }}>{wording}</span>
    </label>
  );
}
