import { CircleCheck, PackageX } from 'lucide-react';
import { Link } from 'react-router';
import type { Alternative, Estimate } from '@/booking-form/answers';
import { isoFromTyped } from '@/booking-form/dates';
import { type FitOffer, letterOffers } from '@/booking-form/offers';
import { cn } from '@/lib/cn';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { bookingPath, paths } from '@/lib/paths';
import { alternativeInWords, letterCounts, ownStock, shortageInWords, shortageKey } from './stock';

/** The short letters and the number missing of each. */
export function NotEnough({ shortages }: Pick<Estimate, 'shortages'>) {
  const format = useFormat();
  return (
    <>
      <PackageX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
      <div>
        <p className="font-medium text-amber">Not enough letters</p>
        <ul className="tabular mt-0.5 text-ink">
          {shortages.map((shortage) => (
            <li key={shortageKey(shortage)}>{shortageInWords(format, shortage)}</li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** Availability of the letters on the dates, with the shortages. */
export function StockVerdict({ available, shortages }: { available: boolean } & Pick<Estimate, 'shortages'>) {
  return available ? (
    <p className="flex gap-2 font-medium text-good">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      All letters are available on these dates
    </p>
  ) : (
    <div className="flex gap-2">
      <NotEnough shortages={shortages} />
    </div>
  );
}

export interface StockNoteProps {
  estimate: Estimate;
  currency: string;
  /** The requested delivery as typed. */
  delivery: string;
  onTake: (alternative: Alternative) => void;
  /** Applies alternative letters; without it they aren't offered. */
  onTakeOffer?: (offer: FitOffer) => void;
}

const choice =
  'flex min-h-10 cursor-pointer items-center justify-between gap-3 rounded-md border border-edge/60 bg-surface px-3 py-1.5 text-left transition-colors hover:border-action';
const offered: Partial<Record<FitOffer['kind'], string>> = {
  spelling: 'No accents',
  finish: 'Different finish',
  mixed: 'Two sizes',
  wording: 'Shorter',
};

/** Availability of the letters, counts per letter, and alternatives. */
export function StockNote({ estimate, currency, delivery, onTake, onTakeOffer }: StockNoteProps) {
  const format = useFormat();
  const { available, shortages, alternatives, letters } = estimate;
  const { stockChecked, free } = ownStock(estimate);
  if (stockChecked === false) {
    return (
      <p className="rounded-md bg-sunken px-3.5 py-3 text-sm text-soft">
        Availability isn't checked because you haven't added any letters yet.{' '}
        <Link to={paths.inventory} className="font-medium text-link underline underline-offset-2">
          Add your letters
        </Link>
      </p>
    );
  }
  if (available === null) return null;
  // Substitutions are the visitor's choice, so lines here don't include them.
  const offers = onTakeOffer
    ? letterOffers(estimate.offers).filter(({ kind }) => offered[kind] !== undefined)
    : [];
  const conflicts = estimate.conflicts ?? [];
  const counts = letterCounts(letters, free);
  // For a letter in two sizes only one is counted, so a lower count isn't a shortage.
  return (
    <div
      className={cn(
        'grid gap-3 rounded-md border px-3.5 py-3 text-sm',
        available ? 'border-good/25 bg-good-wash' : 'border-amber-line bg-amber-wash',
      )}
    >
      <StockVerdict available={available} shortages={shortages} />
      <ul aria-label="Available letters" className="tabular flex flex-wrap gap-1.5">
        {counts.map(({ letter, needed, free: left }) => (
          <li
            key={letter}
            className={cn(
              'inline-flex items-baseline gap-1.5 rounded-sm border bg-surface px-2 py-0.5',
              !available && left !== undefined && left < needed
                ? 'border-amber-line border-dashed'
                : 'border-line',
            )}
          >
            <b className="font-semibold">
              {letter}
              {needed > 1 ? <span className="font-normal text-faint text-xs"> ×{needed}</span> : null}
            </b>
            {left === undefined || (available && left < needed) ? null : (
              <span className="text-soft text-xs">{left} available</span>
            )}
          </li>
        ))}
      </ul>
      {conflicts.length === 0 ? null : (
        <div>
          <p className="text-soft text-xs">Booked on these dates:</p>
          <ul className="mt-0.5 grid gap-0.5">
            {conflicts.map((row) => (
              <li key={row.bookingId}>
                <Link
                  to={bookingPath(row.bookingId)}
                  className="font-medium text-link underline underline-offset-2"
                >
                  #{row.number}
                </Link>{' '}
                {row.customerName} has {row.letters.join(', ')}.
                {row.move ? ` One day ${row.move > 0 ? 'later' : 'earlier'}, and both would fit.` : null}
              </li>
            ))}
          </ul>
        </div>
      )}
      {alternatives.length + offers.length === 0 ? null : (
        <div className="grid gap-1.5">
          <p className="text-soft text-xs">Alternatives:</p>
          {offers.map((offer) => (
            <button
              key={`${offer.kind} ${offer.description}`}
              type="button"
              onClick={() => onTakeOffer?.(offer)}
              className={choice}
            >
              <span>
                {offered[offer.kind]}: {offer.description}
              </span>
              <b className="tabular shrink-0 font-semibold">{formatMoney(offer.total, currency)}</b>
            </button>
          ))}
          {alternatives.map((alternative) => (
            <button
              key={`${alternative.size} ${alternative.deliveryDate}`}
              type="button"
              onClick={() => onTake(alternative)}
              className={choice}
            >
              <span>{alternativeInWords(format, alternative, isoFromTyped(format, delivery))}</span>
              <b className="tabular shrink-0 font-semibold">{formatMoney(alternative.total, currency)}</b>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
