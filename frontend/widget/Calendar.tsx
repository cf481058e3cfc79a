/** The form's calendar: days that cannot be booked are marked by reason, past days are only gray. */

import { useEffect, useRef } from 'react';
import { dayInWords, typedFromIso } from '@/booking-form/dates';
import { CALENDAR, STOCK } from '@/booking-form/lazy-texts';
import { type LoadFullDays, MonthTable, useFullDays } from '@/booking-form/MonthTable';
import { monthOf } from '@/booking-form/months';
import { fillPickup } from '@/booking-form/pickup';
import { type Format, useFormat } from '@/lib/format';
import type { Form } from './fields';
import { BackIcon, ForthIcon } from './lazy-icons';

interface CalendarProps {
  readonly chosen: string | null;
  readonly first: string;
  /** The last selectable day. */
  readonly last: string;
  readonly today: string;
  /** The rental's other date: pickup when picking delivery, and vice versa. Days between are highlighted. */
  readonly other: string | null;
  /** Null while there is no message whose letters could be checked. */
  readonly loadFullDays: LoadFullDays | null;
  readonly takesFocus: boolean;
  readonly onPick: (day: string) => void;
  /** Called on Escape, or when the focus leaves. */
  readonly onClose: () => void;
}

/** Put a chosen day into the form. A delivery also fills in its pickup. */
export function takeDay(
  format: Format,
  form: Form,
  name: 'deliveryDate' | 'pickupDate',
  day: string,
  longest = 90,
  loadPickupDays: LoadFullDays | null = null,
): void {
  form.change({ [name]: typedFromIso(format, day) });
  if (name === 'deliveryDate') void fillPickup(format, form, day, longest, loadPickupDays);
}

export function Calendar({ first, last, onClose, ...rest }: CalendarProps) {
  const { chosen, other, today } = rest;
  const mark = useRef<HTMLSpanElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const field = mark.current?.closest<HTMLElement>('.date');
    // On a phone, the lower half of the month could otherwise be off the screen.
    mark.current?.parentElement?.scrollIntoView?.({ block: 'nearest' });
    const elsewhere = ({ target }: Event) => {
      if (!(target instanceof Node && field?.contains(target))) close.current();
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
        first={first}
        tooSoon={CALENDAR.tooSoon}
        looks={{ head: 'month', legend: 'legend' }}
        lookOf={(day, reason, between) => {
          const past = day < today;
          const outOfReach = past || day < first || day > last;
          const names = [
            'day',
            reason && `off off-${reason}`,
            day === today && 'today',
            day === chosen && 'chosen',
            day === other && 'other',
            between && 'between',
          ];
          return {
            className: names.filter(Boolean).join(' '),
            note: past ? CALENDAR.past : outOfReach && !reason ? CALENDAR.outOfReach : undefined,
            closed: outOfReach || reason !== undefined,
          };
        }}
        sampleOf={(reason) => `day off off-${reason}`}
        turnButton={(direction, month, name, onClick) => (
          <button
            type="button"
            className="turn"
            aria-label={name}
            disabled={direction < 0 ? month <= monthOf(first) : month >= monthOf(last)}
            onClick={onClick}
          >
            {direction < 0 ? <BackIcon /> : <ForthIcon />}
          </button>
        )}
      />
    </>
  );
}

interface DayNoteProps {
  readonly form: Form;
  readonly name: 'deliveryDate' | 'pickupDate';
  readonly chosen: string;
  readonly hours?: string | null;
  readonly loadFullDays: LoadFullDays | null;
}

/** The chosen day in words, and why there is no delivery or pickup on it. */
export function DayNote({ form, name, chosen: day, hours, loadFullDays }: DayNoteProps) {
  const format = useFormat();
  // The estimate includes the reason. Until there is an estimate, the reason comes from the month's data, which
  // is loaded once and not per keystroke.
  const unpriced = form.missing.includes('message');
  const month = useFullDays(monthOf(day), unpriced ? loadFullDays : null);
  const stop = name === 'deliveryDate' ? 'delivery' : 'pickup';
  const priced = form.estimate.estimate?.closedStops?.find(
    (closed) => closed.stop === stop && closed.day === day,
  );
  const reason = unpriced ? month.get(day) : priced?.reason;
  // Missing letters are shown at the price, and past days at the field.
  const closedText =
    reason && reason in STOCK.closed ? STOCK.closed[reason as keyof typeof STOCK.closed] : null;
  const words = dayInWords(format, day, 'short');
  return closedText ? <b>{closedText(words)}</b> : [words, hours].filter(Boolean).join(' · ');
}
