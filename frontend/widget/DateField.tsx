/** A date that can be typed in the business's order or picked from a calendar. */
import { useRef, useState } from 'react';
import { isoFromTyped } from '@/booking-form/dates';
import type { LoadFullDays } from '@/booking-form/MonthTable';
import { calendarName, FORM, LABELS, PLACES } from '@/booking-form/texts';
import type { Reason } from './Calendar';
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
  /** For a delivery: the days of the longest rental. */
  readonly most?: number;
  /** When the business comes on that day, in words. */
  readonly hours?: string | null;
  readonly loadFullDays: LoadFullDays<Reason> | null;
}

export function DateField({ form, name, first, most, ...rest }: DateFieldProps) {
  /** Whether the month is shown, and whether it takes the keys: a press on the field leaves them there. */
  const [open, setOpen] = useState<'keys' | 'field' | null>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const lazy = useLazyParts();
  const text = form.draft[name];
  // Before its part has arrived, only whole dates are read.
  const chosen =
    typeof lazy === 'string' ? isoFromTyped(text) : lazy.readTypedDay(text, { ...rest, from: first });
  // Whichever order somebody has in mind, the day in words settles it.
  const hint =
    typeof lazy === 'string' || !chosen ? (
      rest.hours
    ) : (
      <lazy.DayNote {...rest} form={form} name={name} chosen={chosen} />
    );
  const shared = control(form, name, hint);
  const take = (day: string | null) => {
    // Without that part a date stays as it was typed.
    if (day && typeof lazy !== 'string') form.change(lazy.withDay(form.draft, name, day, most));
  };

  return (
    <Labelled form={form} name={name} hint={hint}>
      <div className="date">
        <input
          {...shared}
          className="control"
          type="text"
          placeholder={FORM.datePattern()}
          autoComplete="off"
          required
          onClick={(event) => event.currentTarget.select()}
          onMouseDown={(event) => open || setOpen(typeof lazy === 'string' ? 'field' : lazy.pressed(event))}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              setOpen('keys');
            }
            if (event.key === 'Enter') take(chosen);
          }}
          onBlur={() => {
            take(chosen);
            shared.onBlur();
          }}
        />
        <button
          type="button"
          ref={toggle}
          className="open-calendar"
          aria-label={calendarName(LABELS[name])}
          aria-haspopup="dialog"
          aria-expanded={!!open}
          onClick={() => setOpen(open === 'keys' ? null : 'keys')}
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
                  takesFocus={open === 'keys'}
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
