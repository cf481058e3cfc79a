import { dayInWords } from '@/booking-form/dates';
import { cn } from '@/lib/cn';
import { useFormat } from '@/lib/format';
import { counted } from '@/lib/words';
import { DayList, type DayListProps } from './DayStops';

export interface DayHeadProps extends Omit<DayListProps, 'trigger'> {
  isToday: boolean;
  faint?: boolean;
  /** True for the one day in the tab order (roving tabindex). */
  inTabOrder: boolean;
  onFocusDay: (day: string) => void;
  className?: string;
}

/** A day's number as a button that opens the list of its stops. */
export function DayHead({
  isToday,
  faint = false,
  inTabOrder,
  onFocusDay,
  className,
  ...list
}: DayHeadProps) {
  const format = useFormat();
  const { day, stops } = list;
  const count = stops.length === 0 ? '' : `, ${counted(stops.length, 'stop')}`;
  return (
    <DayList
      {...list}
      trigger={
        <button
          type="button"
          data-day-button={day}
          tabIndex={inTabOrder ? 0 : -1}
          aria-label={`${dayInWords(format, day, 'long')}${count}`}
          aria-current={isToday ? 'date' : undefined}
          onFocus={() => onFocusDay(day)}
          className={cn(
            'tabular inline-grid h-6 min-w-6 cursor-pointer place-items-center rounded-full px-1 text-xs hover:bg-sunken',
            faint ? 'text-faint' : 'font-medium',
            isToday && 'bg-night font-semibold text-bulb shadow-glow hover:bg-night',
            className,
          )}
        >
          {Number(day.slice(8))}
        </button>
      }
    />
  );
}
