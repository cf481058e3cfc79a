import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type DayReason, type LoadFullDays, MonthTable } from '@/booking-form/MonthTable';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/Button';

export interface DayPickerProps {
  /** Name of the month grid. */
  label: string;
  chosen: string | null;
  today: string;
  /** The rental's other date: pickup when picking delivery, and vice versa. Days between are tinted. */
  other?: string | null;
  /** Earliest relevant day: earlier ones can be picked, but the grid does not start there. */
  first?: string | null;
  /** Loads days that customers could not book. Operators can still pick them. */
  loadFullDays?: LoadFullDays | null;
  onPick: (day: string) => void;
}

const hatched =
  'bg-[repeating-linear-gradient(-45deg,color-mix(in_srgb,var(--faint)_35%,transparent)_0_2px,transparent_2px_6px)]';
/** Styles of days that customers could not book. */
const marks: Readonly<Record<DayReason, string>> = {
  letters: 'line-through',
  closed: hatched,
  full: 'shadow-[inset_0_-3px_var(--edge)]',
  notice: 'outline-1 outline-edge outline-dashed -outline-offset-2',
};

/**
 * `onOpenAutoFocus` handler of a popover around a DayPicker: focuses the day.
 *
 * The picker cannot do this itself, because a surrounding dialog traps the focus until the popover is open.
 */
export function focusDay(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) focusDayIn(event.currentTarget);
}

/** Focus the day of an open picker. */
export function focusDayIn(popover: HTMLElement | null): void {
  popover?.querySelector<HTMLElement>('td button[tabindex="0"]')?.focus({ preventScroll: true });
}

/** A month to pick a day from, by pointer or arrow keys. */
export function DayPicker({ other = null, first = null, loadFullDays = null, ...rest }: DayPickerProps) {
  const { chosen, today } = rest;
  return (
    <div className="w-72">
      <MonthTable
        {...rest}
        other={other}
        first={first}
        takesFocus={false}
        loadFullDays={loadFullDays}
        tooSoon="Too soon for customers"
        looks={{
          head: 'flex items-center justify-between',
          title: 'font-semibold text-sm',
          table: 'tabular mt-1 w-full table-fixed border-collapse text-center text-sm',
          weekday: 'h-8 font-medium text-faint text-xs',
          cell: 'py-0.5',
          legend: 'flex flex-wrap gap-x-3 gap-y-1 px-1 pt-1.5 text-faint text-xs',
          entry: 'flex items-center gap-1.5',
        }}
        lookOf={(day, reason, between) => ({
          className: cn(
            'inline-grid size-9 cursor-pointer place-items-center rounded-md hover:bg-action-wash',
            day === today && 'font-bold shadow-[inset_0_0_0_1px_var(--edge)]',
            (between || day === other) && 'bg-action-wash',
            reason && ['text-faint', marks[reason]],
            day === chosen && 'bg-action text-on-action hover:bg-action-strong',
          ),
        })}
        sampleOf={(reason) => cn('tabular inline-grid size-6 place-items-center rounded-sm', marks[reason])}
        turnButton={(direction, _month, name, onClick) => (
          <Button kind="quiet" size="icon" aria-label={name} onClick={onClick}>
            {direction < 0 ? <ChevronLeft aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
          </Button>
        )}
      />
    </div>
  );
}
