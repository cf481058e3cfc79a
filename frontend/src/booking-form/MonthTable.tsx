/** Month view for picking a day, used by the pages and the public form. Each adds its own styles. */

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { components } from '@/api/schema';
import { useFormat } from '@/lib/format';
import { dayInWords } from './dates';

import { addMonths, dayMoves, inWeekOrder, monthOf, WEEKDAYS, weeksOf } from './months';

type CalendarDay = components['schemas']['CalendarDay'];
/** Why a future day cannot be booked. */
export type DayReason = Exclude<NonNullable<CalendarDay['reason']>, 'past'>;
type FullDays = ReadonlyMap<string, DayReason>;

/** Loads the days of a month ("2027-06"), with the reason for each that cannot be booked. */
export type LoadFullDays = (month: string, signal: AbortSignal) => Promise<readonly CalendarDay[]>;

export interface DayLook {
  className: string;
  /** Announced after the day, in place of the reason. */
  note?: string | undefined;
  /** True for a day that can be focused and announced, but not picked. */
  closed?: boolean;
}

export interface MonthTableProps {
  /** Prefix of the table's accessible name, such as "Pickup date" in "Pickup date, June 2027". */
  label?: string;
  chosen: string | null;
  /** The rental's other date: pickup when picking delivery, and vice versa. Days between are highlighted. */
  other: string | null;
  today: string;
  /** The month shown if no day is chosen; null for the current month. */
  first: string | null;
  /** Focus that day when the table appears. */
  takesFocus: boolean;
  loadFullDays: LoadFullDays | null;
  /** Reason announced for a day within the minimum notice. */
  tooSoon: string;
  looks: Readonly<
    Partial<Record<'head' | 'title' | 'table' | 'weekday' | 'cell' | 'legend' | 'entry', string>>
  >;
  lookOf: (day: string, reason: DayReason | undefined, between: boolean) => DayLook;
  /** CSS class of a reason's sample in the legend. */
  sampleOf: (reason: DayReason) => string;
  /** Renders the button for the previous (-1) or next (1) month. */
  turnButton: (direction: -1 | 1, month: string, name: string, onClick: () => void) => ReactNode;
  onPick: (day: string) => void;
}

const NONE: FullDays = new Map();

/** Future days of a month that cannot be booked; empty until loaded, or without a loader. */
export function useFullDays(month: string, load: LoadFullDays | null): FullDays {
  const [loaded, setLoaded] = useState<{ month: string; days: FullDays } | null>(null);
  useEffect(() => {
    if (!load) return;
    const controller = new AbortController();
    load(month, controller.signal).then(
      (days) => {
        const full = days.flatMap(({ date, available, reason }) =>
          available || reason === 'past' ? [] : [[date, reason ?? 'letters'] as const],
        );
        if (!controller.signal.aborted) setLoaded({ month, days: new Map(full) });
      },
      // If loading fails no day is marked; the estimate then reports whether it fits.
      () => undefined,
    );
    return () => controller.abort();
  }, [month, load]);
  return load && loaded?.month === month ? loaded.days : NONE;
}

/** A month in which a day is picked by pointer or arrow keys. The caller provides the styles. */
export function MonthTable({
  label,
  chosen,
  other,
  today,
  first,
  takesFocus,
  loadFullDays,
  tooSoon,
  looks,
  lookOf,
  sampleOf,
  turnButton,
  onPick,
}: MonthTableProps) {
  const format = useFormat();
  /** The focused day, which determines the month. */
  const [focus, setFocus] = useState(chosen ?? (first !== null && first > today ? first : today));
  const month = monthOf(focus);
  const full = useFullDays(month, loadFullDays);
  const focused = useRef<HTMLButtonElement>(null);
  const moveFocus = useRef(takesFocus);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day.
  useEffect(() => {
    if (moveFocus.current) focused.current?.focus({ preventScroll: !takesFocus });
  }, [focus]);

  const turn = (direction: -1 | 1) =>
    turnButton(direction, month, direction < 0 ? 'Previous month' : 'Next month', () => {
      moveFocus.current = false;
      setFocus(addMonths(`${month}-01`, direction));
    });
  const onKeyDown = (event: KeyboardEvent) => {
    const move = dayMoves[event.key];
    if (!move) return;
    event.preventDefault();
    moveFocus.current = true;
    setFocus((day) => move(day, format));
  };
  const names = inWeekOrder(format, WEEKDAYS);
  const reasons: Readonly<Record<DayReason, string>> = {
    closed: 'Closed',
    full: 'Fully booked',
    notice: tooSoon,
    letters: 'Not enough letters',
  };
  const [from, to] = [chosen, other].filter((day) => day !== null).sort();
  const monthName = dayInWords(format, `${month}-01`, 'month');

  const cell = (day: string) => {
    const between = !!from && !!to && day > from && day < to;
    const reason = full.get(day);
    const {
      className,
      note = reason && reasons[reason].toLowerCase(),
      closed,
    } = lookOf(day, reason, between);
    const inWords = dayInWords(format, day, 'long');
    return (
      <button
        type="button"
        ref={day === focus ? focused : null}
        className={className}
        tabIndex={day === focus ? 0 : -1}
        aria-label={note ? `${inWords}, ${note}` : inWords}
        aria-pressed={day === chosen}
        aria-current={day === today ? 'date' : undefined}
        aria-disabled={closed}
        onClick={() => closed || onPick(day)}
      >
        {Number(day.slice(8))}
      </button>
    );
  };

  return (
    <>
      <div className={looks.head}>
        {turn(-1)}
        <span aria-live="polite" className={looks.title}>
          {monthName}
        </span>
        {turn(1)}
      </div>
      <table
        aria-label={label ? `${label}, ${monthName}` : monthName}
        onKeyDown={onKeyDown}
        className={looks.table}
      >
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" abbr={name} className={looks.weekday}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(format, month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, column) => (
                <td key={day ?? names[column]} className={looks.cell}>
                  {day && cell(day)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {full.size > 0 && (
        <ul className={looks.legend}>
          {[...new Set(full.values())].map((reason) => (
            <li key={reason} className={looks.entry}>
              <span aria-hidden="true" className={sampleOf(reason)}>
                12
              </span>
              {reasons[reason]}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
