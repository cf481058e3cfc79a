/** The form's calendar: days that cannot be booked are marked by the reason, and past ones only gray. */
import { CALENDAR } from '@/booking-form/lazy-texts';
import { type LoadFullDays, MonthTable } from '@/booking-form/MonthTable';
import { monthOf } from '@/booking-form/months';
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
  readonly onPick: (day: string) => void;
}

export function Calendar({ chosen, first, last, today, other, ...rest }: CalendarProps) {
  return (
    <MonthTable
      {...rest}
      chosen={chosen}
      other={other}
      today={today}
      start={chosen ?? (first > today ? first : today)}
      takesFocus
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
  );
}
