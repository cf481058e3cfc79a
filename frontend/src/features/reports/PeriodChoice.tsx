import { type SubmitEvent, useState } from 'react';
import type { Period } from '@/api/revenue';
import { typedFromIso } from '@/booking-form/dates';
import { DayField } from '@/components/DayField';
import { type Format, useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { Options, Select } from '@/ui/Input';
import { checkedPeriod, presetOf, presets } from './revenue';

export interface PeriodChoiceProps {
  period: Period;
  today: string;
  /** The server's errors about the days, by field. */
  faults: Readonly<Record<string, string>>;
  onChange: (period: Period) => void;
}

/** Delivery period of the report: a preset, or two custom days. */
export function PeriodChoice({ period, today, faults, onChange }: PeriodChoiceProps) {
  const [own, setOwn] = useState(false);
  const preset = own ? null : presetOf(period, today);
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field label="Period" className="w-full sm:w-44">
        <Select
          value={preset ?? 'own'}
          onChange={(event) => {
            const chosen = presets.find(({ name }) => name === event.target.value);
            setOwn(chosen === undefined);
            if (chosen !== undefined) onChange(chosen.period(today));
          }}
        >
          <Options of={presets.map(({ name, label }) => [name, label])} />
          <option value="own">Custom dates</option>
        </Select>
      </Field>
      {preset === null ? (
        <OwnDates
          period={period}
          today={today}
          faults={faults}
          onChange={(days) => {
            // The two date fields stay visible even if they match a preset.
            setOwn(true);
            onChange(days);
          }}
        />
      ) : null}
    </div>
  );
}

/** Two custom days, and the button that applies them. */
export function OwnDates({ period, today, faults, onChange }: PeriodChoiceProps) {
  const format = useFormat();
  const [typed, setTyped] = useState(typedOf(format, period));
  const [shownFor, setShownFor] = useState(period);
  const [own, setOwn] = useState<Readonly<Record<string, string>> | null>(null);
  // The address may change independently. Remounting the form would also sync it, but lose the focus after
  // Show.
  if (shownFor.from !== period.from || shownFor.to !== period.to) {
    setShownFor(period);
    setTyped(typedOf(format, period));
    setOwn(null);
  }
  // Server errors refer to the applied days; client checks to the typed ones.
  const shown = own ?? faults;
  const type = (change: Partial<Period>) => {
    setTyped({ ...typed, ...change });
    setOwn({});
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const checked = checkedPeriod(format, typed);
    if ('period' in checked) {
      setOwn(null);
      onChange(checked.period);
      return;
    }
    setOwn(checked.faults);
    const first = event.currentTarget.elements.namedItem(checked.faults.from === undefined ? 'to' : 'from');
    if (first instanceof HTMLElement) first.focus();
  };
  return (
    <form
      noValidate
      aria-label="Custom dates"
      onSubmit={submit}
      className="grid w-full items-start gap-3 sm:w-auto sm:grid-cols-[11rem_11rem_auto]"
    >
      {(['from', 'to'] as const).map((end) => (
        <DayField
          key={end}
          label={end === 'from' ? 'Start Date' : 'End Date'}
          name={end}
          value={typed[end]}
          onChange={(day) => type({ [end]: day })}
          error={shown[end]}
          today={today}
          past
          required
        />
      ))}
      <Button type="submit" kind="secondary" className="sm:mt-6.5">
        Show
      </Button>
    </form>
  );
}

function typedOf(format: Format, { from, to }: Period): Period {
  return { from: typedFromIso(format, from), to: typedFromIso(format, to) };
}
