/** The current price and the availability of the letters. */

import { ApiError } from '@/api/errors';
import { isoFromTyped } from '@/booking-form/dates';
import type { BookingDraft, TextField } from '@/booking-form/draft';
import type { Offer } from '@/booking-form/offer';
import { PRICE } from '@/booking-form/texts';
import { useFormat } from '@/lib/format';
import { Breakdown } from './Breakdown';
import type { Form } from './fields';
import { STOCK_ID, unpricedNames } from './needed';
import { Stock } from './Stock';
import { useOnline } from './useOnline';

/** Hint about what is still missing for the price; empty when it is complete. */
function nextStep(missing: readonly TextField[], dated: boolean, priced: boolean, settled: boolean): string {
  if (missing.includes('message')) return PRICE.typeMessage;
  if (dated) return priced || !settled ? '' : PRICE.correctDates;
  return priced ? PRICE.oneDay : PRICE.addDates;
}

export interface PriceCardProps {
  readonly form: Form;
  readonly offer: Offer;
  /** The file with the names of several lines; its state while it loads. */
  readonly lines: typeof import('./lines') | 'coming' | 'failed';
  readonly onTake: (change: Partial<BookingDraft>) => void;
}

export function PriceCard({ form, offer, lines, onTake }: PriceCardProps) {
  const format = useFormat();
  const { estimate, pending, error } = form.estimate;
  const { currency } = offer;
  // A price beside an error would be for different input.
  const shown = error ? null : (estimate?.breakdown ?? null);
  const hasFieldErrors = error instanceof ApiError && Object.keys(error.fields).length > 0;
  const dates = {
    delivery: isoFromTyped(format, form.draft.deliveryDate),
    pickup: isoFromTyped(format, form.draft.pickupDate),
  };
  const online = useOnline();
  const several = form.draft.lines.length > 1;
  const rental =
    several && estimate && typeof lines !== 'string' ? lines.pricedLines(estimate.lines, offer) : [];
  const dated = dates.delivery !== null && dates.pickup !== null;
  const step = nextStep(form.missing, dated, shown !== null, !pending && error === null);
  const unpriced = shown ? unpricedNames(form) : [];
  return (
    <section className="card price" aria-labelledby="price-title">
      <h2 id="price-title">{PRICE.title}</h2>
      <div className={pending ? 'figures stale' : 'figures'} aria-busy={pending}>
        {shown && (
          <Breakdown
            price={shown}
            currency={currency}
            rental={rental}
            open={estimate?.delivery?.toConfirm ?? false}
            taxName={offer.taxName}
          />
        )}
        {unpriced.length > 0 && <p className="error">{PRICE.without(unpriced)}</p>}
        {step && <p className="hint">{step}</p>}
      </div>
      <div aria-live="polite" className="answer" id={STOCK_ID} tabIndex={-1}>
        {estimate && !error && (
          <Stock
            estimate={estimate}
            dates={dates}
            draft={form.draft}
            offer={offer}
            several={several}
            onTake={onTake}
          />
        )}
        {error !== null && !hasFieldErrors && (
          <div className="stock offline">
            <p>
              {online ? (error instanceof ApiError ? error.sentence : PRICE.failed) : PRICE.offline}{' '}
              <button type="button" className="link" onClick={form.estimate.retry}>
                {PRICE.tryAgain}
              </button>
            </p>
          </div>
        )}
      </div>
    </section>
  );
}
