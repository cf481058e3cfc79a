import { type DeedFilter, type DeedKind, deedKinds, everyDeed } from '@/lib/deeds';
import { Button } from './Button';
import { Field } from './Field';
import { Input, Select } from './Input';
import { SearchBox } from './SearchBox';

export interface DeedFiltersProps {
  /** The label of the search box. */
  label: string;
  /** The kinds that can occur. */
  kinds: readonly DeedKind[];
  filter: DeedFilter;
  onChange: (filter: DeedFilter) => void;
}

/** Filters actions by words, by kind and by day. */
export function DeedFilters({ label, kinds, filter, onChange }: DeedFiltersProps) {
  const set = (change: Partial<DeedFilter>) => onChange({ ...filter, ...change });
  const narrowed = Object.values(filter).some((value) => value !== '');
  return (
    <div className="grid items-end gap-3 max-md:grid-cols-2 md:flex md:flex-wrap">
      <div className="flex max-md:col-span-2 md:flex-1">
        <SearchBox label={label} value={filter.q} onSearch={(q) => set({ q })} />
      </div>
      <Field label="What" className="max-md:col-span-2 md:w-52">
        <Select value={filter.action} onChange={(event) => set({ action: event.target.value })}>
          <option value="">Everything</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {deedKinds[kind]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="From" className="md:w-40">
        <Input
          type="date"
          value={filter.from}
          max={filter.to || undefined}
          onChange={(event) => set({ from: event.target.value })}
        />
      </Field>
      <Field label="To" className="md:w-40">
        <Input
          type="date"
          value={filter.to}
          min={filter.from || undefined}
          onChange={(event) => set({ to: event.target.value })}
        />
      </Field>
      {narrowed ? (
        <Button kind="quiet" className="max-md:col-span-2" onClick={() => onChange(everyDeed)}>
          Show Everything
        </Button>
      ) : null}
    </div>
  );
}
