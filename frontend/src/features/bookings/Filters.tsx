import { useState } from 'react';
import { useCan } from '@/api/rights';
import { useVenues } from '@/api/venues';
import { goodsStates } from '@/components/booking/goods';
import { OwnDates } from '@/features/reports/PeriodChoice';
import { useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { Options, Select } from '@/ui/Input';
import { columnsOf, sortOf } from './columns';
import { chosenDays, daysOptions } from './edit/days-choice';
import {
  type BookingsAddress,
  goodsChoices,
  isFiltered,
  noDays,
  noFilters,
  payments,
  sortParam,
} from './url-state';

export interface FiltersProps {
  id: string;
  address: BookingsAddress;
  today: string;
  onChange: (change: Partial<BookingsAddress>) => void;
}

const paymentWords: Readonly<Record<(typeof payments)[number], string>> = {
  unpaid: 'Nothing paid',
  partly: 'Partly paid',
  'unpaid,partly': 'Balance due',
  paid: 'Paid',
  disputed: 'Disputed',
  lost: 'Dispute lost',
};

const wide = 'w-full sm:w-48';

/** The list's filters except search, date and tab; on phones also the sort order. */
export function Filters({ id, address, today, onChange }: FiltersProps) {
  const money = useCan('seeMoney');
  return (
    <section
      id={id}
      aria-label="Filters"
      className="flex flex-wrap items-end gap-3 rounded-xl border border-line bg-surface px-4 py-3.5 shadow-card"
    >
      <DaysFilter address={address} today={today} onChange={onChange} />
      <VenueFilter venue={address.venue} onChange={(venue) => onChange({ venue })} />
      {money ? (
        <OneOf
          label="Payment"
          any="Any"
          of={payments.map((paid) => [paid, paymentWords[paid]])}
          chosen={address.paid}
          onChoose={(paid) => onChange({ paid })}
        />
      ) : null}
      <OneOf
        label="Letters and items"
        any="Any"
        of={goodsChoices.map((goods) => [goods, goodsStates[goods].word])}
        chosen={address.goods}
        onChoose={(goods) => onChange({ goods })}
      />
      <Field label="Sort by" className={`${wide} md:hidden`}>
        <Select
          value={address.sort === null ? '' : sortParam(address.sort)}
          onChange={({ target }) => onChange({ sort: sortOf(target.value) })}
        >
          <option value="">Event date</option>
          <Options
            of={columnsOf(money).flatMap(({ sort, label, from, to }) => [
              [sort, `${label}: ${from}`],
              [`-${sort}`, `${label}: ${to}`],
            ])}
          />
        </Select>
      </Field>
      {isFiltered(address) || address.allDays ? (
        <Button kind="quiet" className="sm:ml-auto" onClick={() => onChange(noFilters)}>
          Clear Filters
        </Button>
      ) : null}
    </section>
  );
}

function DaysFilter({ address, today, onChange }: Omit<FiltersProps, 'id'>) {
  const format = useFormat();
  const [own, setOwn] = useState(false);
  const { usual, months } = daysOptions(format, today);
  const chosen = chosenDays(format, address, today);
  const showsOwn = own || chosen.value === 'own';
  const choose = (value: string) => {
    setOwn(value === 'own');
    const option = [...usual, ...months].find((one) => one.value === value);
    if (option !== undefined) onChange(option.change);
  };
  return (
    <>
      <Field label="Dates" className={wide}>
        <Select value={showsOwn ? 'own' : chosen.value} onChange={({ target }) => choose(target.value)}>
          {chosen.other === undefined ? null : <option value="other">{chosen.other}</option>}
          <Options of={usual.map(({ value, label }) => [value, label])} />
          <option value="own">Custom dates</option>
          <optgroup label="Months">
            <Options of={months.map(({ value, label }) => [value, label])} />
          </optgroup>
        </Select>
      </Field>
      {showsOwn ? (
        <OwnDates
          period={{ from: address.from || today, to: address.to || today }}
          today={today}
          faults={{}}
          onChange={(period) => onChange({ ...noDays, ...period })}
        />
      ) : null}
    </>
  );
}

function VenueFilter({
  venue,
  onChange,
}: {
  venue: number | null;
  onChange: (venue: number | null) => void;
}) {
  const venues = useVenues();
  const sorted = [...(venues.data ?? [])].sort((one, other) => one.name.localeCompare(other.name));
  return (
    <Field label="Venue" className={wide}>
      <Select
        value={venue ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">
          {venues.error === null
            ? venues.data === undefined
              ? 'Loading...'
              : 'All venues'
            : "Couldn't load venues"}
        </option>
        {/* A deleted venue in the address still filters the list. */}
        {venue !== null && !sorted.some(({ id }) => id === venue) ? (
          <option value={venue}>Venue {venue}</option>
        ) : null}
        <Options of={sorted.map(({ id, name, city }) => [id, city === '' ? name : `${name}, ${city}`])} />
      </Select>
    </Field>
  );
}

interface OneOfProps<Value extends string> {
  label: string;
  /** Label of the option that doesn't filter. */
  any: string;
  of: readonly (readonly [value: Value, word: string])[];
  chosen: Value | null;
  onChoose: (value: Value | null) => void;
}

/** A select that filters the list by one value. */
function OneOf<Value extends string>({ label, any, of, chosen, onChoose }: OneOfProps<Value>) {
  return (
    <Field label={label} className={wide}>
      <Select
        value={chosen ?? ''}
        onChange={({ target }) => onChoose(of.find(([value]) => value === target.value)?.[0] ?? null)}
      >
        <option value="">{any}</option>
        <Options of={of} />
      </Select>
    </Field>
  );
}
