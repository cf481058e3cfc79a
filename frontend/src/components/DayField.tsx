import { CalendarDays } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { dateInput, type KeysGo } from '@/booking-form/date-input';
import { typedFromIso } from '@/booking-form/dates';
import { calendarName } from '@/booking-form/texts';
import { readTypedDay } from '@/booking-form/typed-day';
import { useFormat } from '@/lib/format';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { DayPicker, type DayPickerProps, focusDay, focusDayIn } from './DayPicker';
import { splitMoment, valueOfTyped } from './typed-time';

export interface DayFieldProps extends Pick<DayPickerProps, 'today' | 'first' | 'other' | 'loadFullDays'> {
  label: string;
  name: string;
  /** As typed, in the business's order. */
  value: string;
  onChange: (typed: string) => void;
  /** Called on blur or when a day is picked, with the day, if any. */
  onLeave?: (day: string | null) => void;
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean;
  /** For past dates: "sat" is last Saturday. */
  past?: boolean;
  /** The time beside the day, and how to change it, so that "sat 4:30" can be typed here. */
  time?: { value: string; onChange: (value: string) => void };
}

/** Class of the picker's popover, above pages and dialogs. */
export const popover =
  'z-50 animate-rise rounded-lg border border-line bg-raised p-2.5 text-ink shadow-pop outline-none';

/** A date that can be typed ("11/28", "28 Nov", "sat", "next saturday", "in 2 weeks") or picked from a month. */
export function DayField({
  label,
  name,
  value,
  onChange,
  onLeave,
  error,
  hint,
  required = false,
  past = false,
  time,
  ...picker
}: DayFieldProps) {
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const [keys, setKeys] = useState<KeysGo>('month');
  const typing = keys === 'field';
  const box = useRef<HTMLDivElement>(null);
  const month = useRef<HTMLDivElement>(null);
  const dayOptions = { today: picker.today, from: picker.first ?? null, past };
  const whole = readTypedDay(format, value, dayOptions);
  const moment = whole === null && time !== undefined ? splitMoment(value) : null;
  const chosen = moment === null ? whole : readTypedDay(format, moment.day, dayOptions);
  const settle = () => {
    if (chosen === null || value === typedFromIso(format, chosen)) return;
    onChange(typedFromIso(format, chosen));
    if (moment !== null) time?.onChange(valueOfTyped(format, moment.time, time.value));
  };
  const show = (go: KeysGo) => {
    setKeys(go);
    setOpen(true);
    if (go === 'month') focusDayIn(month.current);
  };
  const input = dateInput(format, open, show, settle);
  const pickerName = calendarName(label);
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Anchor asChild>
          <div className="relative" ref={box}>
            <Input
              {...input}
              name={name}
              value={value}
              maxLength={30}
              className="tabular pr-11"
              onChange={(event) => onChange(event.target.value)}
              onKeyDown={(event) => {
                input.onKeyDown(event);
                if (event.key === 'Tab') setOpen(false);
              }}
              onBlur={() => {
                settle();
                if (value !== '') onLeave?.(chosen);
              }}
            />
            <Popover.Trigger
              aria-label={pickerName}
              onClick={() => setKeys('month')}
              className="absolute top-0.5 right-0.5 inline-grid size-9 cursor-pointer place-items-center rounded-md text-soft hover:bg-sunken hover:text-ink"
            >
              <CalendarDays aria-hidden="true" className="size-4" />
            </Popover.Trigger>
          </div>
        </Popover.Anchor>
        <Popover.Portal>
          <Popover.Content
            ref={month}
            align="start"
            sideOffset={6}
            collisionPadding={12}
            aria-label={pickerName}
            className={popover}
            onOpenAutoFocus={(event) => (typing ? event.preventDefault() : focusDay(event))}
            onCloseAutoFocus={(event) => typing && event.preventDefault()}
            onInteractOutside={(event) => {
              if (event.target instanceof Node && box.current?.contains(event.target)) event.preventDefault();
            }}
          >
            <DayPicker
              label={label}
              chosen={chosen}
              {...picker}
              onPick={(day) => {
                onChange(typedFromIso(format, day));
                setOpen(false);
                onLeave?.(day);
              }}
            />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </Field>
  );
}
