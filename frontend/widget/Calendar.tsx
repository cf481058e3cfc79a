/** A month to pick a day from; days that cannot be booked are marked by the reason, and past ones only gray. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addDays, dayInWords } from '@/booking-form/dates';
import { CALENDAR } from '@/booking-form/later-texts';
import { addMonths, inWeekOrder, monthOf, weekColumn, weeksOf } from '@/booking-form/months';
import { BackIcon, ForthIcon } from './later-icons';

/** Why a day cannot be booked. */
export type Reason = keyof typeof CALENDAR.reasons;
/** Answers the days of a month ("2027-06") that cannot be booked. */
export type LoadFullDays = (month: string, signal: AbortSignal) => Promise<ReadonlyMap<string, Reason>>;

interface CalendarProps {
  readonly chosen: string | null;
  readonly first: string;
  /** The last day that can be picked. */
  readonly last: string;
  readonly today: string;
  /** The other end of the rental, to show the days between. */
  readonly other: string | null;
  /** Null while there is no message that could be built or not. */
  readonly loadFullDays: LoadFullDays | null;
  readonly onPick: (day: string) => void;
}

const NO_DAYS: ReadonlyMap<string, Reason> = new Map();

/** How far each key moves the focus. */
const MOVES: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekColumn(day)),
  End: (day) => addDays(day, 6 - weekColumn(day)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

function useFullDays(month: string, load: LoadFullDays | null): ReadonlyMap<string, Reason> {
  const [found, setFound] = useState<{ month: string; days: ReadonlyMap<string, Reason> }>({
    month: '',
    days: NO_DAYS,
  });
  useEffect(() => {
    if (!load) return;
    const controller = new AbortController();
    load(month, controller.signal).then(
      (days) => controller.signal.aborted || setFound({ month, days }),
      // Without the answer every day can be picked; the estimate then says whether it fits.
      () => undefined,
    );
    return () => controller.abort();
  }, [month, load]);
  return load && found.month === month ? found.days : NO_DAYS;
}

export function Calendar({ chosen, first, last, today, other, loadFullDays, onPick }: CalendarProps) {
  const [focus, setFocus] = useState(chosen ?? (first > today ? first : today));
  const month = monthOf(focus);
  const full = useFullDays(month, loadFullDays);
  const focused = useRef<HTMLButtonElement>(null);
  const byKeyboard = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day.
  useEffect(() => {
    if (byKeyboard.current) focused.current?.focus();
  }, [focus]);
  const reasons = new Set(
    [...full].flatMap(([day, reason]) => (day < today || reason === 'past' ? [] : [reason])),
  );

  const turn = (months: number) => {
    byKeyboard.current = false;
    setFocus(addMonths(`${month}-01`, months));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    byKeyboard.current = true;
    setFocus(move);
  };
  const weekdays = inWeekOrder(CALENDAR.weekdays);
  const [from, to] = [chosen, other].filter((day) => day !== null).sort();

  const cell = (day: string) => {
    const reason = day < today ? 'past' : full.get(day);
    const closed = reason !== undefined || day < first || day > last;
    const why = reason ? [CALENDAR.reasons[reason]] : closed ? [CALENDAR.outOfReach] : [];
    const names = [
      reason && reason !== 'past' && `off ${reason}`,
      day === today && 'today',
      day === chosen && 'chosen',
      day === other && 'other',
      from && to && day > from && day < to && 'between',
    ];
    return (
      <button
        type="button"
        ref={day === focus ? focused : null}
        className={`day ${names.filter(Boolean).join(' ')}`}
        tabIndex={day === focus ? 0 : -1}
        aria-label={[dayInWords(day, 'long'), ...why].join(', ')}
        aria-pressed={day === chosen}
        aria-disabled={closed}
        onClick={() => closed || onPick(day)}
      >
        {Number(day.slice(8))}
      </button>
    );
  };

  return (
    <>
      <div className="month">
        <button
          type="button"
          className="turn"
          aria-label={CALENDAR.previous}
          disabled={month <= monthOf(first)}
          onClick={() => turn(-1)}
        >
          <BackIcon />
        </button>
        <span aria-live="polite">{dayInWords(`${month}-01`, 'month')}</span>
        <button
          type="button"
          className="turn"
          aria-label={CALENDAR.next}
          disabled={month >= monthOf(last)}
          onClick={() => turn(1)}
        >
          <ForthIcon />
        </button>
      </div>
      <table aria-label={dayInWords(`${month}-01`, 'month')} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, i) => (
                <td key={day ?? weekdays[i]}>{day && cell(day)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {reasons.size > 0 && (
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
      )}
    </>
  );
}
