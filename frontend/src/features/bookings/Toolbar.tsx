import { CalendarDays, CalendarSearch, ChartNoAxesColumn, List, ListFilter, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId, useRef, useState } from 'react';
import { useCan } from '@/api/rights';
import { popover } from '@/components/DayField';
import { DayPicker, focusDay } from '@/components/DayPicker';
import { cn } from '@/lib/cn';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { SearchBox } from '@/ui/SearchBox';
import { Segments } from '@/ui/Segments';
import { Filters } from './Filters';
import { type BookingsAddress, noDays, type View } from './url-state';

export interface ToolbarProps {
  address: BookingsAddress;
  today: string;
  onChange: (change: Partial<BookingsAddress>) => void;
}

/**
 * Search, date filter and view toggle of the bookings screen. The revenue report only has the view toggle.
 */
export function Toolbar({ address, today, onChange }: ToolbarProps) {
  const narrowed = filtersIn(address);
  const [open, setOpen] = useState(narrowed > 0);
  const panel = useId();
  const list = address.view === 'list';
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {address.view === 'revenue' ? null : (
          <>
            <SearchBox label="Search bookings" value={address.q} onSearch={(q) => onChange({ q })} />
            <DateFilter
              value={address.date}
              today={today}
              onChange={(date) => onChange({ ...noDays, date, month: '', day: '' })}
            />
          </>
        )}
        {list ? (
          <Button
            kind="secondary"
            aria-expanded={open}
            aria-controls={panel}
            onClick={() => setOpen(!open)}
            className="aria-expanded:border-action aria-expanded:bg-action-wash aria-expanded:text-link"
          >
            <ListFilter aria-hidden="true" />
            Filters
            {narrowed === 0 ? null : <span className="tabular">({narrowed})</span>}
          </Button>
        ) : null}
        <ViewToggle view={address.view} onChange={(view) => onChange({ view })} />
      </div>
      {list && open ? <Filters id={panel} address={address} today={today} onChange={onChange} /> : null}
    </>
  );
}

/** The number of active filters in the panel. */
function filtersIn({ venue, paid, goods, from, to, on, figure, allDays, upcoming }: BookingsAddress): number {
  const days = from !== '' || to !== '' || on !== '' || figure !== null || allDays || upcoming;
  return [days, venue !== null, paid !== null, goods !== null].filter(Boolean).length;
}

function DateFilter({
  value,
  today,
  onChange,
}: {
  value: string;
  today: string;
  onChange: (date: string) => void;
}) {
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <div className="relative">
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <Button
            ref={trigger}
            kind="secondary"
            className={cn('tabular justify-start font-normal', value === '' ? 'text-soft' : 'pr-11')}
          >
            <CalendarSearch aria-hidden="true" />
            {value === '' ? 'Pick a date' : formatDay(format, value)}
          </Button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={6}
            collisionPadding={12}
            aria-label="Delivery date"
            className={popover}
            onOpenAutoFocus={focusDay}
          >
            <DayPicker
              label="Delivery date"
              chosen={value === '' ? null : value}
              today={today}
              onPick={(day) => {
                onChange(day);
                setOpen(false);
              }}
            />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {value === '' ? null : (
        <button
          type="button"
          aria-label="Clear date"
          className="absolute top-1 right-1 inline-grid size-8 cursor-pointer place-items-center rounded-md text-soft hover:bg-sunken hover:text-ink"
          onClick={() => {
            onChange('');
            trigger.current?.focus();
          }}
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  );
}

const views = [
  { view: 'list', label: 'List View', Icon: List },
  { view: 'calendar', label: 'Calendar View', Icon: CalendarDays },
  { view: 'revenue', label: 'Revenue', Icon: ChartNoAxesColumn },
] as const;

function ViewToggle({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const money = useCan('seeMoney');
  const offered = views.filter((option) => money || option.view !== 'revenue');
  return (
    <Segments
      label="View"
      options={offered.map(({ view: option, label, Icon }) => [
        option,
        <>
          <Icon aria-hidden="true" className="size-4 max-sm:hidden" />
          {label}
        </>,
      ])}
      value={view}
      onChange={onChange}
      className="shadow-card max-md:w-full md:ml-auto"
      each="inline-flex h-9 items-center justify-center gap-2 px-2 max-md:flex-auto sm:px-3"
    />
  );
}
