import { type SubmitEvent, useState } from 'react';
import type { Period } from '@/api/revenue';
import { typedFromIso } from '@/booking-form/dates';
import { DayField } from '@/components/DayField';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { Options, Select } from '@/ui/Input';
import { checkedPeriod, presetOf, presets } from './revenue';

export interface PeriodChoiceProps {
  period: Period;
  today: string;
  /** The server's sentences about the days, by field. */
  faults: Readonly<Record<string, string>>;
  onChange: (period: Period) => void;
}

/** Which deliveries the report is about: a usual period, or two days of your own. */
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
          <option value="own">Own dates</option>
        </Select>
      </Field>
      {preset === null ? (
        <OwnDates
          period={period}
          today={today}
          faults={faults}
          onChange={(days) => {
            // The two days stay in sight, also where they happen to be a usual period.
            setOwn(true);
            onChange(days);
          }}
        />
      ) : null}
    </div>
  );
}

/** Two days of your own, and the button that shows what lies between them. */
export function OwnDates({ period, today, faults, onChange }: PeriodChoiceProps) {
  const [typed, setTyped] = useState(typedOf(period));
  const [shownFor, setShownFor] = useState(period);
  const [own, setOwn] = useState<Readonly<Record<string, string>> | null>(null);
  // The address may change on its own. A new form would show that as well, but lose the focus after Show.
  if (shownFor.from !== period.from || shownFor.to !== period.to) {
    setShownFor(period);
    setTyped(typedOf(period));
    setOwn(null);
  }
  // What the server found fault with is what the address says; the form's own look is at what is typed now.
  const shown = own ?? faults;
  const type = (change: Partial<Period>) => {
    setTyped({ ...typed, ...change });
    setOwn({});
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const checked = checkedPeriod(typed);
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
      aria-label="Own dates"
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

function typedOf({ from, to }: Period): Period {
  return { from: typedFromIso(from), to: typedFromIso(to) };
}
