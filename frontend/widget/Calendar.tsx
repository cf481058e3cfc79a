/** The form's calendar: days that cannot be booked are marked by the reason, and past ones only gray. */

import { useEffect, useRef } from 'react';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import type { BookingDraft } from '@/booking-form/draft';
import { CALENDAR } from '@/booking-form/lazy-texts';
import { type LoadFullDays, MonthTable } from '@/booking-form/MonthTable';
import { monthOf } from '@/booking-form/months';
import { pickupFor } from '@/booking-form/typed-day';
import { writeOver } from '@/booking-form/write-over';
import { BackIcon, ForthIcon } from './lazy-icons';

/** Why a day cannot be booked. */
export type Reason = keyof typeof CALENDAR.reasons;

interface CalendarProps {
  readonly chosen: string | null;
  readonly first: string;
  /** The last day that can be picked. */
  readonly last: string;
  readonly today: string;
  /** The other end of the rental, to show the days between. */
  readonly other: string | null;
  /** Null while there is no message that could be built or not. */
  readonly loadFullDays: LoadFullDays<Reason> | null;
  readonly takesFocus: boolean;
  readonly onPick: (day: string) => void;
  /** Escape was pressed, or attention went elsewhere. */
  readonly onClose: () => void;
}

/** Where the keys go when the field is pressed: a phone's keyboard would cover the month, and the next tap brings it. */
export function pressed(event: { preventDefault: () => void }): 'keys' | 'field' {
  if (!globalThis.matchMedia?.('(pointer: coarse)').matches) return 'field';
  event.preventDefault();
  return 'keys';
}

/** What a draft becomes when a day is chosen: a delivery brings its pickup along. */
export function withDay(
  draft: BookingDraft,
  name: 'deliveryDate' | 'pickupDate',
  day: string,
  longest = 90,
): Partial<BookingDraft> {
  const pickup = name === 'deliveryDate' && pickupFor(day, isoFromTyped(draft.pickupDate), longest);
  if (pickup) writeOver('pickupDate');
  return { [name]: typedFromIso(day), ...(pickup && { pickupDate: typedFromIso(pickup) }) };
}

export function Calendar({ chosen, first, last, today, other, onClose, ...rest }: CalendarProps) {
  const mark = useRef<HTMLSpanElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const field = mark.current?.closest<HTMLElement>('.date');
    const elsewhere = ({ target }: Event) => {
      if (!field?.contains(target as Node)) close.current();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close.current();
      field?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    field?.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
      field?.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return (
    <>
      <span ref={mark} hidden />
      <MonthTable
        {...rest}
        chosen={chosen}
        other={other}
        today={today}
        start={chosen ?? (first > today ? first : today)}
        weekdays={CALENDAR.weekdays}
        looks={{ head: 'month' }}
        lookOf={(day, found, between) => {
          const reason = day < today ? 'past' : found;
          const closed = reason !== undefined || day < first || day > last;
          const names = [
            'day',
            reason && reason !== 'past' && `off ${reason}`,
            day === today && 'today',
            day === chosen && 'chosen',
            day === other && 'other',
            between && 'between',
          ];
          return {
            className: names.filter(Boolean).join(' '),
            notes: reason ? [CALENDAR.reasons[reason]] : closed ? [CALENDAR.outOfReach] : [],
            closed,
          };
        }}
        turnButton={(direction, month, onClick) => (
          <button
            type="button"
            className="turn"
            aria-label={direction < 0 ? CALENDAR.previous : CALENDAR.next}
            disabled={direction < 0 ? month <= monthOf(first) : month >= monthOf(last)}
            onClick={onClick}
          >
            {direction < 0 ? <BackIcon /> : <ForthIcon />}
          </button>
        )}
        legend={(full) => {
          const reasons = new Set(
            [...full].flatMap(([day, reason]) => (day < today || reason === 'past' ? [] : [reason])),
          );
          return (
            reasons.size > 0 && (
              <ul className="legend">
                {[...reasons].map((reason) => (
                  <li key={reason}>
                    <span className={`day off ${reason}`} aria-hidden="true">
                      12
                    </span>
                    {CALENDAR.legend[reason]}
                  </li>
                ))}
              </ul>
            )
          );
        }}
      />
    </>
  );
}
