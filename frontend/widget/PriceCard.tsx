/** The price as it stands, whether the letters are free, and the button. */
import type { ReactNode } from 'react';
import { ApiError } from '@/api/errors';
import type { Alternative, Breakdown, Refusal } from '@/booking-form/answers';
import { priceLines } from '@/booking-form/breakdown';
import { isoFromTyped } from '@/booking-form/dates';
import type { TextField } from '@/booking-form/draft';
import type { Offer } from '@/booking-form/offer';
import { LABELS, SUBMIT } from '@/booking-form/texts';
import { formatMoney } from '@/lib/money';
import { type Form, fieldId } from './fields';
import { AlertIcon } from './icons';
import { Stock } from './Stock';

function Lines({ price, currency }: { price: Breakdown; currency: string }) {
  return (
    <dl className="lines">
      {priceLines(price, currency).map(({ label, detail, amount }) => (
        <div key={label}>
          <dt>
            {label}
            {detail && <small>{detail}</small>}
          </dt>
          <dd>{formatMoney(amount, currency)}</dd>
        </div>
      ))}
      <div className="total">
        <dt>Total</dt>
        <dd>{formatMoney(price.total, currency)}</dd>
      </div>
      {price.deposit > 0 && (
        <div className="deposit">
          <dt>
            Deposit required
            <small>Part of the total, paid ahead</small>
          </dt>
          <dd>{formatMoney(price.deposit, currency)}</dd>
        </div>
      )}
    </dl>
  );
}

/** What is still to be done for the price; empty when it is complete. */
function nextStep(missing: readonly TextField[], priced: boolean, settled: boolean): string {
  if (missing.includes('message')) return 'Type your message to see the price.';
  if (!missing.includes('deliveryDate') && !missing.includes('pickupDate')) {
    return priced || !settled ? '' : 'Correct the dates to see the price.';
  }
  return priced
    ? 'This is the price of one day. Add your dates to see yours, and whether the letters are free.'
    : 'Add your dates to see the price.';
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="notice" role="alert">
      <AlertIcon />
      <div>{children}</div>
    </div>
  );
}

/** What is to be done about a refusal; field errors and shortages have places of their own. */
function refusalText(refusal: Refusal, currency: string): string {
  if (refusal.kind === 'price_changed') {
    const now = formatMoney(refusal.breakdown.total, currency);
    return `The price has changed meanwhile: it is now ${now}. Check it, and submit again to book at this price.`;
  }
  return refusal.sentence;
}

/** Where it is said whether the letters are free; the focus goes there when the button under it has gone. */
export const STOCK_ID = 'stock';

interface PriceCardProps {
  readonly form: Form;
  readonly offer: Offer;
  readonly onTake: (alternative: Alternative) => void;
  readonly onMissing: () => void;
}

export function PriceCard({ form, offer, onTake, onMissing }: PriceCardProps) {
  const { estimate, pending, error } = form.estimate;
  const { currency } = offer;
  const shown = estimate?.breakdown ?? null;
  const hasFieldErrors = error instanceof ApiError && Object.keys(error.fields).length > 0;
  const dates = {
    delivery: isoFromTyped(form.draft.deliveryDate),
    pickup: isoFromTyped(form.draft.pickupDate),
  };
  const waiting = form.sending || pending;
  const incomplete = form.missing.length > 0;
  const step = nextStep(form.missing, shown !== null, !pending && error === null);
  const stale = pending || error ? ' stale' : '';
  return (
    <section className="card price" aria-labelledby="price-title">
      <h2 id="price-title">Your price</h2>
      <div className={`figures${stale}`} aria-busy={pending}>
        {shown && <Lines price={shown} currency={currency} />}
        {step && <p className="hint">{step}</p>}
      </div>
      <div aria-live="polite" className="answer" id={STOCK_ID} tabIndex={-1}>
        {estimate && !error && (
          <Stock estimate={estimate} dates={dates} currency={currency} onTake={onTake} />
        )}
        {error !== null && !hasFieldErrors && (
          <div className="stock offline">
            <p>
              {error instanceof ApiError ? error.sentence : 'The price could not be worked out.'}{' '}
              <button type="button" className="link" onClick={form.estimate.retry}>
                Try again
              </button>
            </p>
          </div>
        )}
      </div>
      {/* Letters that are short have been named above, with what would work instead. */}
      {form.refusal && form.refusal.kind !== 'not_enough_letters' && (
        <Notice>{refusalText(form.refusal, currency)}</Notice>
      )}
      {/* A button that is disabled says nothing when pressed, so the place around it answers. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a convenience; the list below does the same. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
      <div className="submit" onClick={() => incomplete && !waiting && onMissing()}>
        <button type="submit" className="primary" disabled={incomplete || waiting} aria-busy={form.sending}>
          {form.sending ? 'Sending…' : SUBMIT}
        </button>
      </div>
      {incomplete ? (
        <p className="hint needed">
          Still needed:{' '}
          {form.missing.map((field, i) => (
            <span key={field}>
              {i > 0 && ', '}
              <button
                type="button"
                className="link"
                onClick={() => document.getElementById(fieldId(field))?.focus()}
              >
                {LABELS[field]}
              </button>
            </span>
          ))}
        </p>
      ) : (
        <p className="hint needed">
          {offer.approvalRequired
            ? `Nothing to pay now. ${offer.companyName ?? 'We'} will look at your request and answer by email.`
            : 'Nothing to pay now. Your booking is confirmed as soon as it is sent.'}
        </p>
      )}
    </section>
  );
}
