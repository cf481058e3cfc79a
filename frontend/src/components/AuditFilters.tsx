import { useState } from 'react';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { FAULTS } from '@/booking-form/texts';
import { type AuditFilter, type AuditKind, auditKinds, emptyAuditFilter } from '@/lib/audit';
import { type Format, useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { Options, Select } from '@/ui/Input';
import { SearchBox } from '@/ui/SearchBox';
import { DayField } from './DayField';

export interface AuditFiltersProps {
  /** Label of the search box. */
  label: string;
  /** Kinds of actions to choose from. */
  kinds: readonly AuditKind[];
  filter: AuditFilter;
  /** Today in the list's time zone, "2027-06-01". */
  today: string;
  onChange: (filter: AuditFilter) => void;
}

/** Filters actions by words, kind and day. */
export function AuditFilters({ label, kinds, filter, today, onChange }: AuditFiltersProps) {
  const set = (change: Partial<AuditFilter>) => onChange({ ...filter, ...change });
  const narrowed = Object.values(filter).some((value) => value !== '');
  return (
    <div className="grid items-end gap-3 max-md:grid-cols-2 md:flex md:flex-wrap">
      <div className="flex max-md:col-span-2 md:flex-1">
        <SearchBox label={label} value={filter.q} onSearch={(q) => set({ q })} />
      </div>
      <Field label="Action" className="max-md:col-span-2 md:w-52">
        <Select value={filter.action} onChange={(event) => set({ action: event.target.value })}>
          <option value="">All actions</option>
          <Options of={kinds.map((kind) => [kind, auditKinds[kind]])} />
        </Select>
      </Field>
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="max-sm:col-span-2 md:w-40">
          <ChosenDay end={end} value={filter[end]} today={today} onChange={(day) => set({ [end]: day })} />
        </div>
      ))}
      {narrowed ? (
        <Button kind="quiet" className="max-md:col-span-2" onClick={() => onChange(emptyAuditFilter)}>
          Clear Filters
        </Button>
      ) : null}
    </div>
  );
}

interface ChosenDayProps {
  end: 'from' | 'to';
  /** "2027-06-01", or empty. */
  value: string;
  today: string;
  /** Called with each complete day, and with an empty text when the field is cleared. */
  onChange: (isoDay: string) => void;
}

/** Start or end of the period; a half-typed day does not filter yet, and stays in the field. */
function ChosenDay({ end, value, today, onChange }: ChosenDayProps) {
  const format = useFormat();
  const [typed, setTyped] = useState(() => textOf(format, value));
  const [shown, setShown] = useState(value);
  const [left, setLeft] = useState(false);
  // Reset the text when all filters are cleared.
  if (shown !== value) {
    setShown(value);
    setTyped(textOf(format, value));
  }
  const unread = typed.trim() !== '' && isoFromTyped(format, typed) === null;
  return (
    <DayField
      label={end === 'from' ? 'From' : 'To'}
      name={end}
      value={typed}
      today={today}
      past
      onChange={(text) => {
        setTyped(text);
        setLeft(false);
        const day = text.trim() === '' ? '' : isoFromTyped(format, text);
        if (day === null || day === value) return;
        setShown(day);
        onChange(day);
      }}
      onLeave={() => setLeft(true)}
      error={left && unread ? FAULTS.dateForm(format) : undefined}
    />
  );
}

const textOf = (format: Format, isoDay: string) => (isoDay === '' ? '' : typedFromIso(format, isoDay));
