import { FileText, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Customer, type CustomerSort, useCustomerPages, useDuplicates } from '@/api/customers';
import { useCan } from '@/api/rights';
import { useSignedInUser } from '@/api/user';
import { contactLine, kindOfTyped } from '@/components/booking/customer-words';
import { LoadState } from '@/components/LoadState';
import { ListLoading, PagedCard } from '@/components/PagedCard';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { usePageTitle } from '@/lib/page-title';
import { customerPath, newQuotePath } from '@/lib/paths';
import { useAddressParams } from '@/lib/use-address';
import { useWide } from '@/lib/use-wide';
import { counted } from '@/lib/words';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { Field } from '@/ui/Field';
import { Options, Select } from '@/ui/Input';
import { PageHeader } from '@/ui/PageHeader';
import { SearchBox } from '@/ui/SearchBox';
import { SortableTh, Table, Td, Th } from '@/ui/Table';
import { CustomerDialog } from './CustomerDialog';
import { sorts } from './customer';
import { DuplicatesDialog } from './DuplicatesDialog';

const loadFailed = 'Your customers could not be loaded';

/** All customers, with a search by name, address, number in any notation, tag, or sign. */
export function CustomersPage() {
  usePageTitle('Customers');
  const [params, change] = useAddressParams();
  const q = params.get('q') ?? '';
  const tag = params.get('tag') ?? '';
  const asked = params.get('sort') ?? '';
  const seesMoney = useCan('seeMoney');
  const offered = (Object.keys(sorts) as CustomerSort[]).filter(
    (name) => seesMoney || (name !== 'total' && name !== 'balance'),
  );
  const sort = offered.find((name) => name === asked) ?? 'nextEvent';
  const pages = useCustomerPages({ sort, ...(q !== '' && { q }), ...(tag !== '' && { tag }) });
  const handles = useCan('handleBookings');
  const duplicates = useDuplicates().data ?? [];
  const [open, setOpen] = useState<'new' | 'duplicates' | null>(null);
  const navigate = useNavigate();
  const wide = useWide();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHeader
        title="Customers"
        description="The people and organizations who book with you."
        action={
          handles ? (
            <Button onClick={() => setOpen('new')}>
              <UserPlus aria-hidden="true" />
              Add Customer
            </Button>
          ) : undefined
        }
      />
      <div className="flex flex-wrap items-end gap-3">
        <SearchBox label="Search by name, email or phone" value={q} onSearch={(text) => change('q', text)} />
        {wide ? null : (
          <Field label="Sort By" className="min-w-44 flex-1">
            <Select value={sort} onChange={({ target }) => change('sort', target.value)}>
              <Options of={offered.map((name) => [name, sorts[name].label])} />
            </Select>
          </Field>
        )}
        {tag === '' ? null : (
          <Button kind="secondary" size="sm" className="h-10" onClick={() => change('tag', '')}>
            Tag: {tag}
            <span aria-hidden="true">×</span>
            <span className="sr-only">, remove filter</span>
          </Button>
        )}
        {handles && duplicates.length > 0 ? (
          <Button kind="quiet" aria-haspopup="dialog" onClick={() => setOpen('duplicates')}>
            Possible Duplicates ({duplicates.length})
          </Button>
        ) : null}
      </div>
      {pages.data === undefined ? (
        <LoadState of={pages} failed={loadFailed}>
          <ListLoading what="customers" />
        </LoadState>
      ) : (
        <Listed
          pages={pages}
          q={q}
          tag={tag}
          sort={sort}
          offered={offered}
          onSort={(name) => change('sort', name)}
          onTag={(name) => change('tag', name)}
          onAdd={() => setOpen('new')}
        />
      )}
      {open === 'new' ? (
        <CustomerDialog
          customer={null}
          typed={q}
          onSaved={({ id }) => void navigate(customerPath(id))}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open === 'duplicates' ? <DuplicatesDialog pairs={duplicates} onClose={() => setOpen(null)} /> : null}
    </div>
  );
}

interface ListedProps {
  pages: ReturnType<typeof useCustomerPages>;
  q: string;
  tag: string;
  sort: CustomerSort;
  offered: readonly CustomerSort[];
  onSort: (sort: CustomerSort) => void;
  onTag: (tag: string) => void;
  onAdd: () => void;
}

function Listed({ pages, q, tag, onAdd, ...list }: ListedProps) {
  const wide = useWide();
  const customers: readonly Customer[] = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  if (customers.length === 0) {
    return <Nothing q={q} filtered={q !== '' || tag !== ''} onAdd={onAdd} />;
  }
  return (
    <PagedCard
      pages={pages}
      summary={
        pages.hasNextPage
          ? `The first ${counted(customers.length, 'customer')}`
          : counted(customers.length, 'customer')
      }
      failed={loadFailed}
    >
      {wide ? (
        <CustomerTable customers={customers} {...list} />
      ) : (
        <CustomerCards customers={customers} onTag={list.onTag} />
      )}
    </PagedCard>
  );
}

interface RowsProps {
  customers: readonly Customer[];
  onTag: (tag: string) => void;
}

function CustomerTable({
  customers,
  sort,
  offered,
  onSort,
  onTag,
}: RowsProps & Pick<ListedProps, 'sort' | 'offered' | 'onSort'>) {
  const format = useFormat();
  const currency = useSignedInUser().currency ?? 'USD';
  const head = (name: CustomerSort, className?: string) =>
    offered.includes(name) ? (
      <SortableTh
        label={sorts[name].label}
        direction={sort === name ? sorts[name].direction : 'none'}
        onSort={() => onSort(name)}
        {...(className !== undefined && { className })}
      />
    ) : null;
  return (
    <Table label="Customers">
      <thead>
        <tr>
          {head('name')}
          {head('nextEvent')}
          {head('lastEvent')}
          <Th className="text-right">Bookings</Th>
          {head('total', 'text-right')}
          {head('balance', 'text-right')}
        </tr>
      </thead>
      <tbody>
        {customers.map((customer) => (
          <tr key={customer.id} className="transition-colors hover:bg-sunken/60">
            <Td className="max-w-80">
              <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
                <CustomerLink customer={customer} />
                <Tags of={customer} onTag={onTag} />
              </p>
              <p className="truncate text-faint text-xs">{contactLine(customer)}</p>
            </Td>
            <Td className="tabular whitespace-nowrap">
              {customer.nextEvent === null ? '–' : formatDay(format, customer.nextEvent)}
            </Td>
            <Td className="tabular whitespace-nowrap text-soft">
              {customer.lastEvent === null ? '–' : formatDay(format, customer.lastEvent)}
            </Td>
            <Td className="tabular text-right">{customer.bookings}</Td>
            {customer.totals === undefined ? null : (
              <>
                <Td className="tabular text-right font-medium">
                  {formatMoney(customer.totals.booked, currency)}
                </Td>
                <Td className="tabular text-right">
                  {customer.totals.balance === 0 ? '–' : formatMoney(customer.totals.balance, currency)}
                </Td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function CustomerCards({ customers, onTag }: RowsProps) {
  const format = useFormat();
  const currency = useSignedInUser().currency ?? 'USD';
  return (
    <ul aria-label="Customers" className="divide-y divide-line">
      {customers.map((customer) => {
        const { id, nextEvent, lastEvent, totals } = customer;
        return (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 py-3.5 text-sm">
            <div className="flex items-baseline justify-between gap-3">
              <p className="min-w-0 truncate text-base">
                <CustomerLink customer={customer} />
              </p>
              {totals === undefined || totals.balance === 0 ? null : (
                <p className="tabular shrink-0 font-semibold">
                  {formatMoney(totals.balance, currency)} <span className="font-normal text-faint">due</span>
                </p>
              )}
            </div>
            <p className="truncate text-soft empty:hidden">{contactLine(customer)}</p>
            <p className="tabular flex flex-wrap items-center gap-x-2 gap-y-1 text-faint">
              {[
                nextEvent === null
                  ? lastEvent === null
                    ? null
                    : `Last on ${formatDay(format, lastEvent)}`
                  : `Next on ${formatDay(format, nextEvent)}`,
                counted(customer.bookings, 'booking'),
              ]
                .filter(Boolean)
                .join(' · ')}
              <Tags of={customer} onTag={onTag} />
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function CustomerLink({ customer: { id, name } }: { customer: Customer }) {
  return (
    <Link to={customerPath(id)} className="wrap-anywhere rounded-sm font-medium hover:underline">
      {name}
    </Link>
  );
}

/** A customer's tags, each of which filters the list. */
function Tags({ of: { kind, tags }, onTag }: { of: Customer; onTag: (tag: string) => void }) {
  return (
    <>
      {kind === 'organization' ? <Badge tone="blue">Organization</Badge> : null}
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          aria-label={`Show only customers tagged ${tag}`}
          onClick={() => onTag(tag)}
          className="cursor-pointer rounded-full"
        >
          <Badge>{tag}</Badge>
        </button>
      ))}
    </>
  );
}

/** The empty list. An unknown caller becomes a quote or a customer from here. */
function Nothing({ q, filtered, onAdd }: { q: string; filtered: boolean; onAdd: () => void }) {
  const quotes = useCan('manageDocuments');
  const handles = useCan('handleBookings');
  const kind = kindOfTyped(q);
  return (
    <Card>
      <EmptyState
        title={
          !filtered
            ? 'No customers yet'
            : q === ''
              ? 'No customers with this tag'
              : `No customer found for “${q}”`
        }
        description={
          !filtered
            ? 'Everyone who books, asks for a quote or joins your waiting list is added here.'
            : kind === 'phone'
              ? 'Nobody has this number yet. Start a quote with it, and the customer is added.'
              : 'Try part of a name, an email address or a phone number.'
        }
        picture={
          <MarqueeSign message={filtered ? 'WHO?' : 'HELLO'} height={52} state="unlit" align="center" />
        }
        {...((quotes || handles) && {
          action: (
            <div className="flex flex-wrap justify-center gap-2">
              {quotes && q !== '' ? (
                <Button asChild>
                  <Link to={newQuotePath({ typed: q })}>
                    <FileText aria-hidden="true" />
                    New Quote
                  </Link>
                </Button>
              ) : null}
              {handles ? (
                <Button kind="secondary" onClick={onAdd}>
                  Add Customer
                </Button>
              ) : null}
            </div>
          ),
        })}
      />
    </Card>
  );
}
