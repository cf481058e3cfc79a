/** A date that can be typed in the business's order or picked from a calendar. */

import { useRef, useState } from 'react';
import { dateInput, type KeysGo } from '@/booking-form/date-input';
import { isoFromTyped } from '@/booking-form/dates';
import type { LoadFullDays } from '@/booking-form/MonthTable';
import { calendarName, LABELS, PLACES } from '@/booking-form/texts';
import { useFormat } from '@/lib/format';
import { control, type Form, Labelled } from './fields';
import { CalendarIcon } from './icons';
import { useLazyParts } from './useLazyParts';

interface DateFieldProps {
  readonly form: Form;
  readonly name: 'deliveryDate' | 'pickupDate';
  readonly first: string;
  readonly last: string;
  readonly today: string;
  readonly other: string | null;
  /** For a delivery: the longest rental in days, and a loader for the days without pickups. */
  readonly most?: number;
  readonly pickups?: LoadFullDays | null;
  /** The time of day at which the business comes, in words. */
  readonly hours?: string | null;
  readonly loadFullDays: LoadFullDays | null;
}

export function DateField({ form, name, first, most, pickups, ...rest }: DateFieldProps) {
  const format = useFormat();
  /** Null while the calendar is closed. */
  const [open, setOpen] = useState<KeysGo | null>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const lazy = useLazyParts();
  const text = form.draft[name];
  // Before its file has loaded, only complete dates are parsed.
  const chosen =
    typeof lazy === 'string'
      ? isoFromTyped(format, text)
      : lazy.readTypedDay(format, text, { ...rest, from: first });
  // The day in words removes any doubt about the order of day and month.
  const hint =
    typeof lazy === 'string' || !chosen ? (
      rest.hours
    ) : (
      <lazy.DayNote {...rest} form={form} name={name} chosen={chosen} />
    );
  const shared = control(form, name, hint);
  const take = (day: string | null) => {
    // Without that file the text stays as typed.
    if (day && typeof lazy !== 'string') lazy.takeDay(format, form, name, day, most, pickups);
  };

  return (
    <Labelled form={form} name={name} hint={hint}>
      <div className="date">
        <input
          {...shared}
          {...dateInput(format, open !== null, setOpen, () => take(chosen))}
          className="control"
          type="text"
          required
          aria-haspopup="dialog"
          onBlur={() => {
            take(chosen);
            shared.onBlur();
          }}
        />
        <button
          type="button"
          ref={toggle}
          // The field's arrow key opens the calendar, too.
          tabIndex={-1}
          className="open-calendar"
          aria-label={calendarName(LABELS[name])}
          aria-haspopup="dialog"
          aria-expanded={!!open}
          onClick={() => setOpen(open === 'month' ? null : 'month')}
        >
          <CalendarIcon />
        </button>
        {open && (
          <div className="calendar" role="dialog" aria-label={calendarName(LABELS[name])}>
            {lazy === 'failed' ? (
              <p role="alert">{PLACES.reload}</p>
            ) : (
              lazy !== 'coming' && (
                <lazy.Calendar
                  key={open}
                  {...rest}
                  first={first}
                  chosen={chosen}
                  takesFocus={open === 'month'}
                  onClose={() => setOpen(null)}
                  onPick={(day) => {
                    take(day);
                    form.leave(name);
                    setOpen(null);
                    toggle.current?.focus();
                  }}
                />
              )
            )}
          </div>
        )}
      </div>
    </Labelled>
  );
}
