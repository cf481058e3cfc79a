import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { addDays, dayInWords } from './dates';
import { addMonths, inWeekOrder, monthOf, weekColumn, weeksOf } from './months';

/** Answers the days of a month ("2027-06") that cannot be booked, and why. */
export type LoadFullDays<Reason> = (
  month: string,
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, Reason>>;

export interface DayLook {
  className: string;
  /** Read out after the day. */
  notes: readonly string[];
  /** A closed day can be reached and read, but not picked. */
  closed?: boolean;
}

export interface MonthTableProps<Reason> {
  /** Names the table, before the month. */
  label?: string;
  /** From Sunday on; two letters of each are shown. */
  weekdays: readonly string[];
  chosen: string | null;
  /** The other end of the rental. */
  other: string | null;
  today: string;
  /** The day that the keys start from, which decides the month. */
  start: string;
  /** Whether that day takes the focus when the table appears. */
  takesFocus: boolean;
  loadFullDays: LoadFullDays<Reason> | null;
  looks: Readonly<Partial<Record<'head' | 'title' | 'table' | 'weekday' | 'cell', string>>>;
  lookOf: (day: string, reason: Reason | undefined, between: boolean) => DayLook;
  /** The button to the month before (-1) or after (1). */
  turnButton: (direction: -1 | 1, month: string, onClick: () => void) => ReactNode;
  /** Explains the reasons below the month. */
  legend: (fullDays: ReadonlyMap<string, Reason>) => ReactNode;
  onPick: (day: string) => void;
}

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

/** The days of a month that cannot be booked; none until they are known, or where nothing can load them. */
export function useFullDays<Reason>(
  month: string,
  load: LoadFullDays<Reason> | null,
): ReadonlyMap<string, Reason> {
  const [found, setFound] = useState<{ month: string; days: ReadonlyMap<string, Reason> } | null>(null);
  useEffect(() => {
    if (!load) return;
    const controller = new AbortController();
    load(month, controller.signal).then(
      (days) => controller.signal.aborted || setFound({ month, days }),
      // Without the answer no day is marked; the estimate then says whether it fits.
      () => undefined,
    );
    return () => controller.abort();
  }, [month, load]);
  return load && found?.month === month ? found.days : new Map<string, Reason>();
}

/** A month to pick a day from, by pointer or with the arrow keys. It has no style of its own. */
export function MonthTable<Reason>({
  label,
  weekdays,
  chosen,
  other,
  today,
  start,
  takesFocus,
  loadFullDays,
  looks,
  lookOf,
  turnButton,
  legend,
  onPick,
}: MonthTableProps<Reason>) {
  const [focus, setFocus] = useState(start);
  const month = monthOf(focus);
  const full = useFullDays(month, loadFullDays);
  const focused = useRef<HTMLButtonElement>(null);
  const moveFocus = useRef(takesFocus);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day.
  useEffect(() => {
    if (moveFocus.current) focused.current?.focus({ preventScroll: !takesFocus });
  }, [focus]);

  const turn = (direction: -1 | 1) =>
    turnButton(direction, month, () => {
      moveFocus.current = false;
      setFocus(addMonths(`${month}-01`, direction));
    });
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    moveFocus.current = true;
    setFocus(move);
  };
  const names = inWeekOrder(weekdays);
  const [from, to] = [chosen, other].filter((day) => day !== null).sort();
  const monthName = dayInWords(`${month}-01`, 'month');

  const cell = (day: string) => {
    const between = !!from && !!to && day > from && day < to;
    const { className, notes, closed } = lookOf(day, full.get(day), between);
    return (
      <button
        type="button"
        ref={day === focus ? focused : null}
        className={className}
        tabIndex={day === focus ? 0 : -1}
        aria-label={[dayInWords(day, 'long'), ...notes].join(', ')}
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
          {weeksOf(month).map((week) => (
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
      {legend(full)}
    </>
  );
}
