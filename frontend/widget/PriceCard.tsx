/** The current price, availability of the letters, and the submit button. */

import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { ApiError } from '@/api/errors';
import type { Refusal } from '@/booking-form/answers';
import { isoFromTyped } from '@/booking-form/dates';
import { type BookingDraft, isHalfFilled, type TextField } from '@/booking-form/draft';
import type { Offer } from '@/booking-form/offer';
import { FORM, LABELS, PRICE, REFUSALS, SUBMIT } from '@/booking-form/texts';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { lettersOf } from '@/sign/letters';
import { type Form, fieldId } from './fields';
import { AlertIcon } from './icons';
import { Letters, lettersOnSign } from './Stage';
import { useLazyParts } from './useLazyParts';
import { useLines } from './useLines';

/** True while the browser reports a connection. */
function useOnline(): boolean {
  const [online, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return online;
}

/** Hint about what is still missing for the price; empty when it is complete. */
function nextStep(missing: readonly TextField[], dated: boolean, priced: boolean, settled: boolean): string {
  if (missing.includes('message')) return PRICE.typeMessage;
  if (dated) return priced || !settled ? '' : PRICE.correctDates;
  return priced ? PRICE.oneDay : PRICE.addDates;
}

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

/** Seconds left of the wait that a refusal requires; counts down. */
function useSecondsLeft(refusal: Refusal | null): number {
  const wait = refusal?.kind === 'failed' ? (refusal.retryAfter ?? 0) : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal restarts the wait.
  const until = useMemo(() => Date.now() + wait * 1000, [refusal, wait]);
  const [, setTick] = useState(0);
  useEffect(() => {
    if (wait === 0) return;
    const timer = setInterval(() => setTick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [wait]);
  return wait === 0 ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000));
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

/** Id of the availability message, which gets the focus when the pressed button below it disappears. */
export const STOCK_ID = 'stock';

interface PriceCardProps {
  readonly form: Form;
  readonly offer: Offer;
  readonly onTake: (change: Partial<BookingDraft>) => void;
  readonly onMissing: () => void;
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

export function PriceCard({ form, offer, onTake, onMissing }: PriceCardProps) {
  const format = useFormat();
  const { estimate, pending, error } = form.estimate;
  const { currency } = offer;
  // A price beside an error would be for different input.
  const shown = error ? null : (estimate?.breakdown ?? null);
  const open = estimate?.delivery?.toConfirm ?? false;
  const hasFieldErrors = error instanceof ApiError && Object.keys(error.fields).length > 0;
  const dates = {
    delivery: isoFromTyped(format, form.draft.deliveryDate),
    pickup: isoFromTyped(format, form.draft.pickupDate),
  };
  const left = useSecondsLeft(form.refusal);
  const online = useOnline();
  const several = form.draft.lines.length > 1;
  const lazy = useLazyParts();
  const lines = useLines(several);
  const rental =
    several && estimate && typeof lines !== 'string' ? lines.pricedLines(estimate.lines, offer) : [];
  const texts = form.draft.lines.map((line) => (line.kind === 'letters' ? line.text : ''));
  const letters = lettersOnSign(pending || error ? null : estimate, texts.flatMap(lettersOf));
  const waiting = form.sending || pending || left > 0;
  const halfFilled = form.draft.lines.flatMap((line, place) =>
    line.kind === 'package' && isHalfFilled(line)
      ? [{ id: fieldId(`lines[${place}].words`), name: line.name ?? '' }]
      : [],
  );
  const needed = [
    ...form.missing.map((field) => ({ id: fieldId(field), label: LABELS[field] })),
    ...halfFilled.map(({ id, name }) => ({ id, label: PRICE.wordsOf(name) })),
  ];
  const incomplete = needed.length > 0;
  const dated = dates.delivery !== null && dates.pickup !== null;
  const step = nextStep(form.missing, dated, shown !== null, !pending && error === null);
  const stale = pending ? ' stale' : '';
  return (
    <section className="card price" aria-labelledby="price-title">
      <h2 id="price-title">{PRICE.title}</h2>
      <div className={`figures${stale}`} aria-busy={pending}>
        {shown &&
          (typeof lazy === 'string' ? (
            `${PRICE.total} ${formatMoney(shown.total, currency)}`
          ) : (
            <lazy.Breakdown price={shown} currency={currency} rental={rental} open={open} />
          ))}
        {step && <p className="hint">{step}</p>}
      </div>
      {typeof lazy !== 'string' && <lazy.Charges form={form} offer={offer} />}
      <div aria-live="polite" className="answer" id={STOCK_ID} tabIndex={-1}>
        {estimate && !error && typeof lazy !== 'string' && (
          <lazy.Stock
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
      {/* Short letters are listed above, with alternatives. */}
      {form.refusal && form.refusal.kind !== 'not_enough_letters' && (
        <Notice>
          {refusalText(form.refusal, currency)}
          {form.refusal.kind === 'failed' && form.refusal.retryAfter !== undefined && <Wait left={left} />}
        </Notice>
      )}
      {!online && !error && (
        <p className="stock offline" role="status">
          {PRICE.offline}
        </p>
      )}
      {letters.length > 0 && (
        <p className="spelling">
          {FORM.letterCount(letters.length)} <Letters letters={letters} />
          <span className="hint">{PRICE.spelling}</span>
        </p>
      )}
      {typeof lazy !== 'string' && <lazy.Policy sentences={offer.policy} />}
      {/* A disabled button does not react, so its wrapper handles the press. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a convenience; the list below does the same. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
      <div className="submit" onClick={() => incomplete && !waiting && onMissing()}>
        <button type="submit" className="primary" disabled={incomplete || waiting} aria-busy={form.sending}>
          {form.sending ? PRICE.sending : SUBMIT}
        </button>
      </div>
      {incomplete ? (
        <p className="hint needed">
          {PRICE.stillNeeded}{' '}
          {needed.map(({ id, label }, i) => (
            <span key={id}>
              {i > 0 && ', '}
              <button type="button" className="link" onClick={() => document.getElementById(id)?.focus()}>
                {label}
              </button>
            </span>
          ))}
        </p>
      ) : (
        <p className="hint needed">{nextText(offer, open)}</p>
      )}
    </section>
  );
}
