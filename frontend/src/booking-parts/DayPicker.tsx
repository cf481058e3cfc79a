import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { DayReason } from '@/api/own-form';
import { type LoadFullDays, MonthTable } from '@/booking-form/MonthTable';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/Button';

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
  loadFullDays?: LoadFullDays<DayReason> | null;
  onPick: (day: string) => void;
}

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const hatched =
  'bg-[repeating-linear-gradient(-45deg,color-mix(in_srgb,var(--faint)_35%,transparent)_0_2px,transparent_2px_6px)]';
/** What each reason is called, and its mark. */
const marks: Readonly<Record<DayReason, { name: string; look: string }>> = {
  letters: { name: 'Not enough letters', look: 'line-through' },
  closed: { name: 'Closed', look: hatched },
  full: { name: 'Fully booked', look: 'shadow-[inset_0_-3px_var(--edge)]' },
  notice: { name: 'Too soon for customers', look: 'outline-1 outline-edge outline-dashed -outline-offset-2' },
};

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
  chosen,
  today,
  other = null,
  first = null,
  loadFullDays = null,
  ...rest
}: DayPickerProps) {
  return (
    <div className="w-72">
      <MonthTable
        {...rest}
        chosen={chosen}
        today={today}
        other={other}
        start={chosen ?? (first !== null && first > today ? first : today)}
        takesFocus={false}
        loadFullDays={loadFullDays}
        weekdays={names}
        looks={{
          head: 'flex items-center justify-between',
          title: 'font-semibold text-sm',
          table: 'tabular mt-1 w-full table-fixed border-collapse text-center text-sm',
          weekday: 'h-8 font-medium text-faint text-xs',
          cell: 'py-0.5',
        }}
        lookOf={(day, reason, between) => {
          const mark = reason === undefined ? null : marks[reason];
          return {
            className: cn(
              'inline-grid size-9 cursor-pointer place-items-center rounded-md hover:bg-action-wash',
              day === today && 'font-bold shadow-[inset_0_0_0_1px_var(--edge)]',
              (between || day === other) && 'bg-action-wash',
              mark !== null && ['text-faint', mark.look],
              day === chosen && 'bg-action text-on-action hover:bg-action-strong',
            ),
            notes: mark === null ? [] : [mark.name.toLowerCase()],
          };
        }}
        turnButton={(direction, _month, onClick) => (
          <Button
            kind="quiet"
            size="icon"
            aria-label={direction < 0 ? 'Previous month' : 'Next month'}
            onClick={onClick}
          >
            {direction < 0 ? <ChevronLeft aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
          </Button>
        )}
        legend={(full) =>
          full.size === 0 ? null : (
            <ul className="flex flex-wrap gap-x-3 gap-y-1 px-1 pt-1.5 text-faint text-xs">
              {[...new Set(full.values())].map((reason) => (
                <li key={reason} className="flex items-center gap-1.5">
                  <span
                    aria-hidden="true"
                    className={cn(
                      'tabular inline-grid size-6 place-items-center rounded-sm',
                      marks[reason].look,
                    )}
                  >
                    12
                  </span>
                  {marks[reason].name}
                </li>
              ))}
            </ul>
          )
        }
      />
    </div>
  );
}
