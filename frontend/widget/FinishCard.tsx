/** The end of the form: the spelling, optional charges, terms, and what is still missing. */

import type { ReactNode } from 'react';
import type { Refusal } from '@/booking-form/answers';
import type { Offer } from '@/booking-form/offer';
import { FORM, PRICE, REFUSALS } from '@/booking-form/texts';
import { formatMoney } from '@/lib/money';
import { lettersOf } from '@/sign/letters';
import { Charges, Policy } from './Charges';
import { type Form, focusOn } from './fields';
import { AlertIcon } from './icons';
import { Letters, lettersOnSign } from './letters';
import { neededFields } from './needed';
import { Toolbar } from './Toolbar';
import { useOnline } from './useOnline';
import { useSecondsLeft } from './useSecondsLeft';

function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="notice" role="alert">
      <AlertIcon />
      <div>{children}</div>
    </div>
  );
}

/** Advice after a refusal; field errors and shortages are shown elsewhere. */
function refusalText(refusal: Refusal, currency: string): string {
  if (refusal.kind === 'price_changed') {
    const { before, breakdown } = refusal;
    return REFUSALS.priceChanged(
      before === undefined ? null : formatMoney(before, currency),
      formatMoney(breakdown.total, currency),
    );
  }
  return refusal.sentence;
}

/** Countdown that updates every second and is announced to screen readers only when it ends. */
function Wait({ left }: { left: number }) {
  return (
    <>
      {left > 0 && <span aria-hidden="true"> {REFUSALS.sendAgainIn(left)}</span>}
      <span role="status">{left > 0 ? '' : ` ${REFUSALS.sendAgainNow}`}</span>
    </>
  );
}

/**
 * Explains what happens after the button is pressed. `open` is true while the delivery has no final price.
 */
function nextText({ collects, approvalRequired, companyName }: Offer, open: boolean): string {
  if (collects) {
    if (open) return PRICE.deliveryOpen(companyName);
    return approvalRequired ? PRICE.authorize(companyName) : PRICE.pay;
  }
  return approvalRequired || open ? PRICE.request(companyName) : PRICE.atOnce;
}

export function FinishCard({ form, offer }: { form: Form; offer: Offer }) {
  const { estimate, pending, error } = form.estimate;
  const open = estimate?.delivery?.toConfirm ?? false;
  const left = useSecondsLeft(form.refusal);
  const online = useOnline();
  const texts = form.draft.lines.map((line) => (line.kind === 'letters' ? line.text : ''));
  const letters = lettersOnSign(pending || error ? null : estimate, texts.flatMap(lettersOf));
  const needed = neededFields(form, offer);
  return (
    <section className="card" aria-label={PRICE.finish}>
      {letters.length > 0 && (
        <p className="spelling">
          {FORM.letterCount(letters.length)} <Letters letters={letters} />
          <span className="hint">{PRICE.spelling}</span>
        </p>
      )}
      <Charges form={form} offer={offer} />
      {/* Short letters are listed at the price, with alternatives. */}
      {form.refusal && form.refusal.kind !== 'not_enough_letters' && (
        <Notice>
          {refusalText(form.refusal, offer.currency)}
          {form.refusal.kind === 'failed' && form.refusal.retryAfter !== undefined && <Wait left={left} />}
        </Notice>
      )}
      {!online && !error && (
        <p className="stock offline" role="status">
          {PRICE.offline}
        </p>
      )}
      <Policy sentences={offer.policy} />
      {needed.length > 0 ? (
        <div className="hint needed">
          {PRICE.stillNeeded}{' '}
          <Toolbar label={PRICE.stillNeeded}>
            {needed.map(({ field, label }, i) => (
              <span key={field}>
                {i > 0 && ', '}
                <button type="button" className="link" onClick={() => focusOn(field)}>
                  {label}
                </button>
              </span>
            ))}
          </Toolbar>
        </div>
      ) : (
        <p className="hint needed">{nextText(offer, open)}</p>
      )}
    </section>
  );
}
