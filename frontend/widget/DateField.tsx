/** A date that can be typed in the business's order or picked from a calendar. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { dayInWords, isoFromTyped, typedFromIso } from '@/booking-form/dates';
import type { LoadFullDays } from '@/booking-form/MonthTable';
import { calendarName, FORM, LABELS } from '@/booking-form/texts';
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
  readonly loadFullDays: LoadFullDays<Reason> | null;
}

/** The month, once it has arrived; a date can be typed without it. */
function Days(props: Parameters<typeof import('./Calendar').Calendar>[0]) {
  const lazy = useLazyParts();
  if (lazy === 'failed') return <p role="alert">{FORM.noCalendar}</p>;
  return lazy === 'coming' ? <div className="month" aria-busy="true" /> : <lazy.Calendar {...props} />;
}

export function DateField({ form, name, first, last, today, other, loadFullDays }: DateFieldProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const chosen = isoFromTyped(form.draft[name]);
  // Whichever order somebody has in mind, the day in words settles it.
  const words = chosen && dayInWords(chosen, 'short');
  const shared = control(form, name, words);

  useEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [open]);

  const close = () => {
    setOpen(false);
    toggle.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    }
  };

  return (
    <Labelled form={form} name={name} hint={words}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only closes what the controls inside have opened. */}
      <div className="date" ref={box} onKeyDown={onKeyDown}>
        <input
          {...shared}
          className="control"
          type="text"
          inputMode="numeric"
          placeholder={FORM.datePattern()}
          autoComplete="off"
          maxLength={20}
          required
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              setOpen(true);
            }
          }}
          onBlur={() => {
            // "6/1/2027" is understood; showing how settles the doubt which is the month.
            if (chosen) form.change({ [name]: typedFromIso(chosen) });
            shared.onBlur();
          }}
        />
        <button
          type="button"
          ref={toggle}
          className="open-calendar"
          aria-label={calendarName(LABELS[name])}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <CalendarIcon />
        </button>
        {open && (
          <div className="calendar" role="dialog" aria-label={calendarName(LABELS[name])}>
            <Days
              chosen={chosen}
              first={first}
              last={last}
              today={today}
              other={other}
              loadFullDays={loadFullDays}
              onPick={(day) => {
                form.change({ [name]: typedFromIso(day) });
                form.leave(name);
                close();
              }}
            />
          </div>
        )}
      </div>
    </Labelled>
  );
}
