/** Checkbox of visitors who agree to one email a day later if they don't send the form. */
import { useEffect, useId, useRef, useState } from 'react';
import { callPublicly } from '@/api/public-call';
import { estimateRequest } from '@/booking-form/draft';
import { PRICE_EMAIL } from '@/booking-form/lazy-texts';
import type { Offer } from '@/booking-form/offer';
import { useFormat } from '@/lib/format';
import type { Form } from './fields';

const DELAY_MS = 1000;

/** The form as it was priced; empty until it has an address, days and a price. */
function pricedForm(format: ReturnType<typeof useFormat>, form: Form, offer: Offer): string {
  const { draft, estimate } = form;
  const request = estimateRequest(format, draft, String(offer.userId));
  const email = draft.customerEmail.trim();
  const isPriced = estimate.estimate?.breakdown && !estimate.pending && !estimate.error;
  if (!isPriced || !request?.deliveryDate || !request.pickupDate || !/.@.+\../.test(email)) return '';
  return JSON.stringify({
    ...request,
    venueName: draft.placeName || null,
    eventType: draft.eventType || null,
    customerName: draft.customerName,
    customerEmail: email,
    formToken: offer.formToken,
  });
}

export function PriceEmail({ form, offer, preview }: { form: Form; offer: Offer; preview: boolean }) {
  const format = useFormat();
  const hint = useId();
  const [agreed, setAgreed] = useState(false);
  const last = useRef('');
  const priced = pricedForm(format, form, offer);
  useEffect(() => {
    const isWithdrawn = !agreed && last.current !== '';
    if (preview || priced === '' || !(agreed || isWithdrawn)) return;
    const sent = agreed ? priced : '';
    if (sent === last.current) return;
    const timer = setTimeout(() => {
      const before = last.current;
      last.current = sent;
      const body = { ...(JSON.parse(priced) as object), consent: agreed };
      // The form works without it. The next change sends it again.
      callPublicly('/api/public/priced-leads', { body }).catch(() => {
        last.current = before;
      });
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [priced, agreed, preview]);
  return (
    <div className="waiver">
      <label className="add-on">
        <input
          type="checkbox"
          name="emailPrice"
          checked={agreed}
          aria-describedby={hint}
          onChange={() => setAgreed(!agreed)}
        />
        <span>{PRICE_EMAIL.label}</span>
      </label>
      <p className="hint" id={hint}>
        {PRICE_EMAIL.hint(offer.companyName)}
      </p>
    </div>
  );
}
