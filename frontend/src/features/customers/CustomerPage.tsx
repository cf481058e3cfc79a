import { ChevronLeft, FileText, Pencil, Repeat2, Scissors } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import {
  type Customer,
  useCustomer,
  useCustomerBookings,
  useCustomerQuotes,
  useDuplicates,
  useSplitCustomer,
} from '@/api/customers';
import { ApiError } from '@/api/errors';
import { useCan } from '@/api/rights';
import type { Booking } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { ConfirmButton } from '@/components/ConfirmChange';
import { LoadState } from '@/components/LoadState';
import { dayIn, formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { usePageTitle } from '@/lib/page-title';
import { bookingPath, customerPath, newQuotePath, paths, quotePath } from '@/lib/paths';
import { bookingStatus, quoteName, quoteStatus } from '@/lib/status';
import { SignLater } from '@/sign/SignLater';
import { Alert } from '@/ui/Alert';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Stat } from '@/ui/facts';
import { PageHeader } from '@/ui/PageHeader';
import { Placeholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { ConversationCard } from './ConversationCard';
import { CustomerData } from './CustomerData';
import { CustomerDialog } from './CustomerDialog';
import { CustomerFacts } from './CustomerFacts';
import { DuplicatePair } from './DuplicatePair';

/** A customer's page, by the id in the address. */
export function CustomerPage() {
  const { id = '' } = useParams();
  return /^[1-9]\d{0,14}$/.test(id) ? (
    <Opened key={id} id={Number(id)} />
  ) : (
    <Alert title="This customer does not exist.">The link may be mistyped.</Alert>
  );
}

function Opened({ id }: { id: number }) {
  const customer = useCustomer(id);
  usePageTitle(customer.data?.name ?? 'Customer');
  if (customer.data !== undefined) {
    return customer.data.erasedAt === null ? <Page customer={customer.data} /> : <Erased />;
  }
  if (customer.error instanceof ApiError && customer.error.status === 404) {
    return (
      <Alert
        title={customer.error.sentence}
        action={
          <Button asChild kind="secondary" size="sm">
            <Link to={paths.customers}>All Customers</Link>
          </Button>
        }
      >
        It may have been merged with another one, or the link is mistyped.
      </Alert>
    );
  }
  return (
    <LoadState of={customer} failed="This customer could not be loaded">
      <div data-page-loading="">
        <Placeholder
          what="the customer"
          className="grid gap-6"
          bars={['h-9 w-64', 'h-24 rounded-xl', 'h-72 rounded-xl']}
        />
      </div>
    </LoadState>
  );
}

function Erased() {
  return (
    <div className="grid gap-3">
      <AllCustomers />
      <PageHeader title="Erased" />
    </div>
  );
}

function AllCustomers() {
  return (
    <Link
      to={paths.customers}
      className="inline-flex items-center gap-1 justify-self-start rounded-sm text-soft text-sm hover:text-ink"
    >
      <ChevronLeft aria-hidden="true" className="size-4" />
      Customers
    </Link>
  );
}

function Page({ customer }: { customer: Customer }) {
  const handles = useCan('handleBookings');
  const quotes = useCan('manageDocuments');
  const [editing, setEditing] = useState(false);
  const { id, name, kind, tags } = customer;
  const pairs = (useDuplicates().data ?? []).filter(({ customerIds }) => customerIds.includes(id));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-3">
        <AllCustomers />
        <PageHeader
          title={<span className="wrap-anywhere">{name}</span>}
          description={
            kind === 'person' && tags.length === 0 ? undefined : (
              <span className="flex flex-wrap gap-1.5">
                {kind === 'organization' ? <Badge tone="blue">Organization</Badge> : null}
                {tags.map((tag) => (
                  <Link key={tag} to={`${paths.customers}?tag=${encodeURIComponent(tag)}`}>
                    <Badge>{tag}</Badge>
                  </Link>
                ))}
              </span>
            )
          }
          action={
            <div className="flex flex-wrap gap-2">
              {handles ? (
                <Button kind="secondary" aria-haspopup="dialog" onClick={() => setEditing(true)}>
                  <Pencil aria-hidden="true" />
                  Edit
                </Button>
              ) : null}
              {quotes ? (
                <>
                  <Button kind="secondary" asChild>
                    <Link to={newQuotePath({ id })} state={{ newBooking: true }}>
                      New Booking
                    </Link>
                  </Button>
                  <Button asChild>
                    <Link to={newQuotePath({ id })}>
                      <FileText aria-hidden="true" />
                      New Quote
                    </Link>
                  </Button>
                </>
              ) : null}
            </div>
          }
        />
      </div>
      {pairs.map((pair) => (
        <Card key={pair.customerIds.join(' ')} className="border-amber-line">
          <CardHeader title="Possible Duplicate" />
          <CardBody className="pt-2">
            <DuplicatePair pair={pair} current={id} />
          </CardBody>
        </Card>
      ))}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-6">
          <Figures customer={customer} />
          <ConversationCard customerId={id} />
          <Bookings customer={customer} />
          {quotes ? <Quotes customer={customer} /> : null}
        </div>
        <CustomerFacts customer={customer}>
          {handles ? <CustomerData customer={customer} /> : null}
        </CustomerFacts>
      </div>
      {editing ? <CustomerDialog customer={customer} onClose={() => setEditing(false)} /> : null}
    </div>
  );
}

/** Sums over the customer's bookings; hidden from users who see no amounts. */
function Figures({ customer: { totals, bookings } }: { customer: Customer }) {
  const currency = useSignedInUser().currency ?? 'USD';
  if (totals === undefined || bookings === 0) return null;
  return (
    <Card className="p-5">
      <dl className="flex flex-wrap gap-x-10 gap-y-4">
        <Stat label="Booked">{formatMoney(totals.booked, currency)}</Stat>
        <Stat label="Received">{formatMoney(totals.received, currency)}</Stat>
        <Stat label="Open Balance">{formatMoney(totals.balance, currency)}</Stat>
      </dl>
    </Card>
  );
}

const isComing = ({ status, deliveryDate }: Booking, today: string) =>
  (status === 'pending' || status === 'confirmed') && deliveryDate >= today;

/** What comes and what was, each with its sign. */
function Bookings({ customer }: { customer: Customer }) {
  const pages = useCustomerBookings(customer.id);
  const quotes = useCan('manageDocuments');
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  if (pages.data === undefined) {
    return (
      <LoadState of={pages} failed="The bookings could not be loaded">
        <Placeholder what="the bookings" className="grid gap-6" bars={['h-40 rounded-xl']} />
      </LoadState>
    );
  }
  const all: readonly Booking[] = pages.data.pages.flatMap(({ items }) => items);
  const coming = all.filter((booking) => isComing(booking, today)).toReversed();
  const past = all.filter((booking) => !coming.includes(booking));
  // The latest booking that wasn’t canceled, to book again.
  const last = all.find(({ status }) => status !== 'canceled');
  const rows = (bookings: readonly Booking[]) =>
    bookings.map((booking) => (
      <BookingRow key={booking.id} booking={booking} customer={customer} isOnly={all.length === 1} />
    ));
  return (
    <>
      {coming.length === 0 ? null : <List title="Coming Up">{rows(coming)}</List>}
      <List
        title={coming.length === 0 ? 'Bookings' : 'Past Bookings'}
        none={coming.length === 0 ? 'No bookings yet.' : 'No past bookings.'}
        pages={pages}
        aside={
          quotes && last !== undefined ? (
            <Button kind="secondary" size="sm" asChild>
              <Link to={bookingPath(last.id)} state={{ duplicate: true }}>
                <Repeat2 aria-hidden="true" />
                Same Again
              </Link>
            </Button>
          ) : undefined
        }
      >
        {rows(past)}
      </List>
    </>
  );
}

interface ListProps {
  title: string;
  aside?: ReactNode;
  /** Shown in place of an empty list. */
  none?: string;
  pages?: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  children: readonly ReactNode[];
}

/** A card with a list of bookings or quotes, and a button that loads its next page. */
function List({ title, aside, none, pages, children }: ListProps) {
  return (
    <Card>
      <CardHeader title={title} aside={aside} />
      {children.length === 0 ? (
        <CardBody className="text-soft text-sm">{none}</CardBody>
      ) : (
        <ul className="mt-4 divide-y divide-line border-line border-t text-sm">{children}</ul>
      )}
      {pages?.hasNextPage === true ? (
        <CardBody className="border-line border-t">
          <Button
            kind="secondary"
            size="sm"
            pending={pages.isFetchingNextPage}
            pendingLabel="Loading..."
            onClick={() => void pages.fetchNextPage()}
          >
            Load More
          </Button>
        </CardBody>
      ) : null}
    </Card>
  );
}

interface RowProps {
  /** The sign, drawn small. */
  message: string;
  title: ReactNode;
  badge: { tone: BadgeTone; word: string };
  /** Undefined for users who see no amounts. */
  total: number | undefined;
  action?: ReactNode;
  children: ReactNode;
}

function Row({ message, title, badge: { tone, word }, total, action, children }: RowProps) {
  const currency = useSignedInUser().currency ?? 'USD';
  return (
    <li className="grid gap-x-4 gap-y-2 px-5 py-3.5 sm:grid-cols-[8.5rem_minmax(0,1fr)_auto]">
      <div className="night night-ground grid h-14 min-w-0 place-items-center overflow-hidden rounded-md px-2">
        <SignLater message={message} height={30} maxHeight={44} surface="night" align="center" />
      </div>
      <div className="min-w-0">
        <p className="wrap-anywhere">{title}</p>
        {children}
      </div>
      <div className="flex flex-wrap items-center gap-2 sm:flex-col sm:items-end">
        <Badge tone={tone}>{word}</Badge>
        {total === undefined ? null : (
          <span className="tabular font-medium">{formatMoney(total, currency)}</span>
        )}
        {action}
      </div>
    </li>
  );
}

interface BookingRowProps {
  booking: Booking;
  customer: Customer;
  /** True if it is the customer's only booking, which can't be split off. */
  isOnly: boolean;
}

function BookingRow({ booking, customer, isOnly }: BookingRowProps) {
  const format = useFormat();
  const handles = useCan('handleBookings');
  const split = useSplitCustomer(customer.id);
  const navigate = useNavigate();
  const { id, number, message, status, deliveryDate, customerName } = booking;
  return (
    <Row
      message={message}
      badge={bookingStatus[status]}
      total={'totalPrice' in booking ? booking.totalPrice : undefined}
      title={
        <>
          <Link to={bookingPath(id)} className="rounded-sm font-medium hover:underline">
            {message === '' ? `Booking #${number}` : `“${message}”`}
          </Link>{' '}
          <span className="tabular text-faint">#{number}</span>
        </>
      }
      action={
        handles && !isOnly ? (
          <ConfirmButton
            button={(ask) => (
              <Button
                kind="quiet"
                size="sm"
                className="text-soft"
                aria-label={`Split off booking #${number}`}
                onClick={ask}
              >
                <Scissors aria-hidden="true" />
                Split Off
              </Button>
            )}
            change={split}
            input={[id]}
            title={`Split off booking #${number}?`}
            description={`It moves to a new customer with the name and contact details of the booking: ${customerName}.`}
            confirmLabel="Split Off"
            pendingLabel="Splitting off..."
            onDone={(made) => {
              toast({ title: 'Booking split off', description: `It belongs to ${made.name} now.` });
              void navigate(customerPath(made.id));
            }}
          />
        ) : null
      }
    >
      <p className="tabular text-soft">
        {formatDay(format, deliveryDate)}
        {booking.venueName === null ? '' : ` · ${booking.venueName}`}
      </p>
      {customerName === customer.name ? null : (
        <p className="wrap-anywhere text-faint text-xs">As {customerName}</p>
      )}
    </Row>
  );
}

function Quotes({ customer }: { customer: Customer }) {
  const format = useFormat();
  const pages = useCustomerQuotes(customer.id, customer.quotes > 0);
  const quotes = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  if (quotes.length === 0) return null;
  return (
    <List title="Quotes" pages={pages}>
      {quotes.map((quote) => (
        <Row
          key={quote.id}
          message={quote.message}
          badge={quoteStatus[quote.status]}
          total={quote.totalPrice}
          title={
            <Link to={quotePath(quote.id)} className="rounded-sm font-medium hover:underline">
              {quoteName(quote)}
            </Link>
          }
        >
          <p className="wrap-anywhere text-soft">
            “{quote.message}”{quote.deliveryDate === null ? '' : `, ${formatDay(format, quote.deliveryDate)}`}
          </p>
        </Row>
      ))}
    </List>
  );
}
