/** Suggests a correction for an address that looks mistyped. The original can still be sent. */
import { likelyEmail } from '@/booking-form/email-typos';
import { EMAIL_HINT } from '@/booking-form/lazy-texts';
import type { Form } from './fields';

export function EmailHint({ form }: { form: Form }) {
  const meant = likelyEmail(form.draft.customerEmail);
  return (
    <p className="hint" role="status">
      {meant && (
        <>
          {EMAIL_HINT.question}{' '}
          <button type="button" className="link" onClick={() => form.change({ customerEmail: meant })}>
            {meant}
          </button>
          {EMAIL_HINT.end}
        </>
      )}
    </p>
  );
}
