import { CalendarDays } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { calendarName, FORM } from '@/booking-form/texts';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { DayPicker, type DayPickerProps, focusDay } from './DayPicker';

export interface DayFieldProps extends Pick<DayPickerProps, 'today' | 'first' | 'other' | 'loadFullDays'> {
  label: string;
  name: string;
  /** As typed, in the business's order. */
  value: string;
  onChange: (typed: string) => void;
  onLeave?: () => void;
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean;
}

/** What a picker floats in: above the page and above a dialog. */
export const popover =
  'z-50 animate-rise rounded-lg border border-line bg-raised p-2.5 text-ink shadow-pop outline-none';

/** A date that can be typed in the business's order or picked from a month. */
export function DayField({
  label,
  name,
  value,
  onChange,
  onLeave,
  error,
  hint,
  required = false,
  ...picker
}: DayFieldProps) {
  const [open, setOpen] = useState(false);
  const chosen = isoFromTyped(value);
  const pickerName = calendarName(label);
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Anchor asChild>
          <div className="relative">
            <Input
              name={name}
              value={value}
              inputMode="numeric"
              placeholder={FORM.datePattern()}
              autoComplete="off"
              maxLength={10}
              className="tabular pr-11"
              onChange={(event) => onChange(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'ArrowDown') {
                  event.preventDefault();
                  setOpen(true);
                }
              }}
              onBlur={() => {
                // "6/1/2027" is understood; showing how settles the doubt which is the month.
                if (chosen !== null && value !== typedFromIso(chosen)) onChange(typedFromIso(chosen));
                if (value !== '') onLeave?.();
              }}
            />
            <Popover.Trigger
              aria-label={pickerName}
              className="absolute top-0.5 right-0.5 inline-grid size-9 cursor-pointer place-items-center rounded-md text-soft hover:bg-sunken hover:text-ink"
            >
              <CalendarDays aria-hidden="true" className="size-4" />
            </Popover.Trigger>
          </div>
        </Popover.Anchor>
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={6}
            collisionPadding={12}
            aria-label={pickerName}
            className={popover}
            onOpenAutoFocus={focusDay}
          >
            <DayPicker
              label={label}
              chosen={chosen}
              {...picker}
              onPick={(day) => {
                onChange(typedFromIso(day));
                setOpen(false);
                onLeave?.();
              }}
            />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </Field>
  );
}
