/** Availability of the letters, and one-tap alternatives. */

import { useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { callPublicly } from '@/api/public-call';
import type { Alternative, Estimate } from '@/booking-form/answers';
import { dayInWords, typedFromIso } from '@/booking-form/dates';
import { type BookingDraft, type BookingPayload, bookingPayload, withSize } from '@/booking-form/draft';
import { PREVIEW, STOCK } from '@/booking-form/lazy-texts';
import type { Offer } from '@/booking-form/offer';
import { changeOf, letterOffers } from '@/booking-form/offers';
import { type Format, useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { AlertIcon } from './icons';
import { CheckIcon } from './lazy-icons';
import { readParams } from './params';

const joinWaitingList = (request: BookingPayload) =>
  callPublicly<{ token: string }>('/api/public/waiting-list', { body: { ...request, consent: true } });

/** Format a rental's dates: "Fri, Jun 4, 2027 to Sun, Jun 6, 2027", or a single date for a one-day rental. */
export function rentalInWords(format: Format, delivery: string, pickup: string): string {
  const from = dayInWords(format, delivery.slice(0, 10), 'short');
  const to = dayInWords(format, pickup.slice(0, 10), 'short');
  return from === to ? from : STOCK.fromTo(from, to);
}

/** Describe what an alternative changes; `own` means that the form's dates stay. */
function change(
  format: Format,
  { kind, size, deliveryDate, pickupDate }: Alternative,
  offer: Offer,
  own: boolean,
): string {
  const rental = rentalInWords(format, deliveryDate, pickupDate);
  return kind === 'size' ? STOCK.otherSize(sizeName(offer, size), own ? null : rental) : rental;
}

/** The business's name of a size. */
const sizeName = ({ sizes }: Offer, size: string) => sizes.find(({ code }) => code === size)?.label ?? size;

/**
 * Submits the form as it is. Pressing the button sets a flag on the page, which the form reads on submit. The
 * flag has no effect on requests that the server would accept anyway.
 */
function AskAnyway() {
  return (
    <p className="ask-anyway">
      <button
        type="submit"
        className="secondary"
        onClick={({ currentTarget }) => {
          currentTarget.dataset.ask = 'anyway';
        }}
      >
        {STOCK.ask}
      </button>
      <span className="hint">{STOCK.askHint}</span>
    </p>
  );
}

/** Move the focus to the result, because the pressed button is gone. */
const takeFocus = (answer: HTMLElement | null) => answer?.focus();

/** Puts the customer on the waiting list with the form's content, after they consent to emails. */
function WaitForThem({ draft }: { readonly draft: BookingDraft }) {
  const format = useFormat();
  const [agreed, setAgreed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [joined, setJoined] = useState<{ token: string; email: string } | null>(null);

  async function join() {
    const { operator, preview } = readParams(location.pathname, location.search);
    const request = bookingPayload(format, draft, null, operator);
    if (busy || request === null) return;
    if (!agreed || preview) {
      setProblem(preview ? `${PREVIEW.title}. ${PREVIEW.description}` : STOCK.waitAgree);
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      const { token } = await joinWaitingList(request);
      setJoined({ token, email: draft.customerEmail.trim() });
    } catch (error) {
      const faults = error instanceof ApiError ? Object.values(error.fields) : [];
      setProblem(faults.length > 0 ? `${faults.join('. ')}.` : sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }

  if (joined !== null) {
    return (
      <p className="ask-anyway" role="status" tabIndex={-1} ref={takeFocus}>
        <span>{STOCK.waiting(joined.email)}</span>
        <a href={`/w/${joined.token}`} target="_blank" rel="noopener noreferrer">
          {STOCK.waitPage}
        </a>
      </p>
    );
  }
  return (
    <div className="ask-anyway">
      <label className="agree">
        <input
          type="checkbox"
          checked={agreed}
          onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
        />
        {STOCK.waitConsent}
      </label>
      <button type="button" className="secondary" disabled={busy} onClick={() => void join()}>
        {STOCK.wait}
      </button>
      <span className="hint">{STOCK.waitHint}</span>
      {problem !== null && (
        <span className="problem" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}

interface StockProps {
  readonly estimate: Estimate;
  /** The form's dates as ISO days; null while incomplete. */
  readonly dates: { readonly delivery: string | null; readonly pickup: string | null };
  /** The form's content, for the waiting list. */
  readonly draft: BookingDraft;
  readonly offer: Offer;
  /** True if the rental has more than one line. */
  readonly several: boolean;
  readonly onTake: (change: Partial<BookingDraft>) => void;
}

/** The form changes that accept an alternative: all letters get its size. */
function changes(
  format: Format,
  { size, deliveryDate, pickupDate }: Alternative,
  draft: BookingDraft,
): Partial<BookingDraft> {
  return {
    ...withSize(draft, size),
    deliveryDate: typedFromIso(format, deliveryDate.slice(0, 10)),
    pickupDate: typedFromIso(format, pickupDate.slice(0, 10)),
  };
}

export function Stock({ estimate, dates, draft, offer, several, onTake }: StockProps) {
  const format = useFormat();
  const { currency } = offer;
  const isOwn = ({ deliveryDate, pickupDate }: Alternative) =>
    deliveryDate.slice(0, 10) === dates.delivery && pickupDate.slice(0, 10) === dates.pickup;
  // List letters that the business does not own first, because no other date would help.
  if (estimate.closed && estimate.shortages.every((shortage) => shortage.day)) {
    const stops = estimate.closedStops ?? [estimate.closed];
    // A delivery and a pickup on one day can have the same reason.
    const listed = new Set(
      stops.map(({ day, reason }) => STOCK.closed[reason](dayInWords(format, day, 'short'))),
    );
    return (
      <div className="stock short">
        <p>
          <AlertIcon />
          <span>{[...listed].join('. ')}</span>
        </p>
        <AskAnyway />
      </div>
    );
  }
  if (estimate.available === null) return null;
  if (estimate.available) {
    // Without entered stock, availability is unknown.
    if (!offer.keepsStock) return <p className="hint">{STOCK.notChecked}</p>;
    return (
      <p className="stock free">
        <CheckIcon /> {several ? STOCK.allFree : STOCK.free}
      </p>
    );
  }
  const named = (shortages: Estimate['shortages']) => [
    ...new Set(
      shortages.map(
        ({ letter, size, name }) =>
          name ?? (several && size ? `${letter} (${sizeName(offer, size)})` : `${letter}`),
      ),
    ),
  ];
  // Without a day, the shortage applies to every day.
  const lacking = estimate.shortages.filter((shortage) => !shortage.day);
  const taken = estimate.shortages.filter((shortage) => shortage.day);
  const day = taken[0]?.day;
  const texts = [
    lacking.length > 0 &&
      STOCK.notOwned(
        named(lacking),
        lacking.every(({ needed }) => needed === 1),
      ),
    day && STOCK.notEnoughOn(named(taken), dayInWords(format, day.slice(0, 10), 'short')),
  ].filter(Boolean);
  const offers = letterOffers(estimate.offers);
  const plain = offers.find(({ kind }) => kind === 'spelling');
  return (
    <div className="stock short">
      <p>
        <AlertIcon />
        <span>
          {texts.join('. ')}
          {plain && STOCK.works(plain.description.replace(/[“”]/g, ''))}
        </span>
      </p>
      {estimate.alternatives.length + offers.length > 0 ? (
        <div className="alternatives">
          <p>{STOCK.choices(estimate.alternatives.length + offers.length)}</p>
          {offers.map((way) => (
            <button
              key={`${way.kind} ${way.description}`}
              type="button"
              onClick={() => onTake(changeOf(way, draft))}
            >
              <span>
                {STOCK.offered[way.kind]}: {way.description}
              </span>
              <b>{formatMoney(way.total, currency)}</b>
            </button>
          ))}
          {estimate.alternatives.map((alternative) => (
            <button
              key={`${alternative.size} ${alternative.deliveryDate} ${alternative.pickupDate}`}
              type="button"
              onClick={() => onTake(changes(format, alternative, draft))}
            >
              <span>{change(format, alternative, offer, isOwn(alternative))}</span>
              <b>{formatMoney(alternative.total, currency)}</b>
            </button>
          ))}
        </div>
      ) : (
        <p className="hint">{lacking.length > 0 ? STOCK.otherMessage : STOCK.noChoice}</p>
      )}
      {dates.delivery && dates.pickup && (
        <>
          <AskAnyway />
          {/* Different letters or days need a separate entry on the waiting list. */}
          <WaitForThem key={JSON.stringify([draft.lines, dates])} draft={draft} />
        </>
      )}
    </div>
  );
}
