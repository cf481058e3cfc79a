import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { DayReason } from '@/api/own-form';
import { addDays, dayInWords } from '@/booking-form/dates';
import { addMonths, inWeekOrder, monthOf, weekColumn, weeksOf } from '@/booking-form/months';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/Button';

/** Answers the days of a month ("2027-06") that customers could not have, and why. */
export type LoadFullDays = (month: string, signal: AbortSignal) => Promise<ReadonlyMap<string, DayReason>>;

export interface DayPickerProps {
  /** Names the month grid. */
  label: string;
  chosen: string | null;
  today: string;
  /** The other end of the rental; the days between are tinted. */
  other?: string | null;
  /** Days before it can still be picked, but the grid does not begin there. */
  first?: string | null;
  /** Marks days that customers could not have. They can be picked: the operator may know better. */
  loadFullDays?: LoadFullDays | null;
  onPick: (day: string) => void;
}

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const noDays: ReadonlyMap<string, DayReason> = new Map();
const hatched =
  'bg-[repeating-linear-gradient(-45deg,color-mix(in_srgb,var(--faint)_35%,transparent)_0_2px,transparent_2px_6px)]';
/** What each reason is called, and its mark. */
const marks: Readonly<Record<DayReason, { name: string; look: string }>> = {
  letters: { name: 'Not enough letters', look: 'line-through' },
  closed: { name: 'Closed', look: hatched },
  full: { name: 'Fully booked', look: 'shadow-[inset_0_-3px_var(--edge)]' },
  notice: { name: 'Too soon for customers', look: 'outline-1 outline-edge outline-dashed -outline-offset-2' },
};

/** How far each key moves the focus. */
const moves: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekColumn(day)),
  End: (day) => addDays(day, 6 - weekColumn(day)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

function useFullDays(month: string, load: LoadFullDays | null): ReadonlyMap<string, DayReason> {
  const [found, setFound] = useState({ month: '', days: noDays });
  useEffect(() => {
    if (load === null) return;
    const controller = new AbortController();
    load(month, controller.signal).then(
      (days) => controller.signal.aborted || setFound({ month, days }),
      // Without the answer no day is marked; the estimate still says whether the letters suffice.
      () => undefined,
    );
    return () => controller.abort();
  }, [month, load]);
  return load !== null && found.month === month ? found.days : noDays;
}

/**
 * For the popover around a DayPicker: opening it moves the focus to the day.
 *
 * The picker cannot do so on its own, because a dialog around it holds the focus until the popover is open.
 */
export function focusDay(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) {
    event.currentTarget.querySelector<HTMLElement>('td button[tabindex="0"]')?.focus({ preventScroll: true });
  }
}

/** A month to pick a day from, by pointer or with the arrow keys. */
export function DayPicker({
  label,
  chosen,
  today,
  other = null,
  first = null,
  loadFullDays = null,
  onPick,
}: DayPickerProps) {
  const [focus, setFocus] = useState(chosen ?? (first !== null && first > today ? first : today));
  const month = monthOf(focus);
  const full = useFullDays(month, loadFullDays);
  const focused = useRef<HTMLButtonElement>(null);
  const byKeyboard = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day.
  useEffect(() => {
    if (byKeyboard.current) focused.current?.focus({ preventScroll: true });
  }, [focus]);

  const turn = (months: number) => {
    byKeyboard.current = false;
    setFocus(addMonths(`${month}-01`, months));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    byKeyboard.current = true;
    setFocus(move);
  };
  const weekdays = inWeekOrder(names);
  const [from, to] = [chosen, other].filter((day) => day !== null).sort();
  const isBetween = (day: string) => from !== undefined && to !== undefined && day > from && day < to;
  const monthName = dayInWords(`${month}-01`, 'month');
  const markOf = (day: string) => {
    const reason = full.get(day);
    return reason === undefined ? null : marks[reason];
  };
  const named = (day: string) => {
    const mark = markOf(day);
    return dayInWords(day, 'long') + (mark === null ? '' : `, ${mark.name.toLowerCase()}`);
  };
  const reasons = [...new Set(full.values())];

  return (
    <div className="w-72">
      <div className="flex items-center justify-between">
        <Button kind="quiet" size="icon" aria-label="Previous month" onClick={() => turn(-1)}>
          <ChevronLeft aria-hidden="true" />
        </Button>
        <span aria-live="polite" className="font-semibold text-sm">
          {monthName}
        </span>
        <Button kind="quiet" size="icon" aria-label="Next month" onClick={() => turn(1)}>
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
      <table
        aria-label={`${label}, ${monthName}`}
        onKeyDown={onKeyDown}
        className="tabular mt-1 w-full table-fixed border-collapse text-center text-sm"
      >
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name} className="h-8 font-medium text-faint text-xs">
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, column) => (
                <td key={day ?? weekdays[column]} className="py-0.5">
                  {day === null ? null : (
                    <button
                      type="button"
                      ref={day === focus ? focused : null}
                      tabIndex={day === focus ? 0 : -1}
                      aria-label={named(day)}
                      aria-pressed={day === chosen}
                      aria-current={day === today ? 'date' : undefined}
                      onClick={() => onPick(day)}
                      className={cn(
                        'inline-grid size-9 cursor-pointer place-items-center rounded-md hover:bg-action-wash',
                        day === today && 'font-bold shadow-[inset_0_0_0_1px_var(--edge)]',
                        (isBetween(day) || day === other) && 'bg-action-wash',
                        full.has(day) && 'text-faint',
                        markOf(day)?.look,
                        day === chosen && 'bg-action text-on-action hover:bg-action-strong',
                      )}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {reasons.length > 0 ? (
        <ul className="flex flex-wrap gap-x-3 gap-y-1 px-1 pt-1.5 text-faint text-xs">
          {reasons.map((reason) => (
            <li key={reason} className="flex items-center gap-1.5">
              <span
                aria-hidden="true"
                className={cn('tabular inline-grid size-6 place-items-center rounded-sm', marks[reason].look)}
              >
                12
              </span>
              {marks[reason].name}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
