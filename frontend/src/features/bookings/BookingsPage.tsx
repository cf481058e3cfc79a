import { FileText, Plus, Upload } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useBookingCounts, useBookingPages } from '@/api/bookings';
import { useCan } from '@/api/rights';
import type { Booking } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { LoadState } from '@/components/LoadState';
import { ListLoading, PagedCard } from '@/components/PagedCard';
import { dayIn } from '@/lib/dates';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { bookingStatus } from '@/lib/status';
import { useWide } from '@/lib/use-wide';
import { counted } from '@/lib/words';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';
import { HiddenPlaceholder } from '@/ui/Skeleton';
import { Tab, TabList, TabPanel, Tabs } from '@/ui/Tabs';
import { loadFailed } from './actions';
import { type BookingGroup, BookingList } from './BookingList';
import { BulkActions } from './BulkActions';
import { Toolbar } from './Toolbar';
import {
  type BookingsAddress,
  filterOf,
  isFiltered,
  isOpening,
  noFilters,
  tabs,
  useAddress,
} from './url-state';
import { type BookingActions, useBookingActions } from './useBookingActions';

const nothingFound = 'No bookings found matching your criteria.';

/** Loaded on demand, because most visits only use the list. */
const CalendarView = lazy(async () => ({ default: (await import('./calendar/CalendarView')).CalendarView }));
const loadDialog = async () => ({ default: (await import('./BookingDialog')).BookingDialog });
const BookingDialog = lazy(loadDialog);
const RevenueReport = lazy(async () => ({
  default: (await import('@/features/reports/RevenueReport')).RevenueReport,
}));

export function BookingsPage() {
  usePageTitle('Bookings');
  const user = useSignedInUser();
  const { address, change, open, close, hrefOf } = useAddress();
  const today = dayIn(user.timeZone ?? 'UTC', new Date());
  const currency = user.currency ?? 'USD';
  const actions = useBookingActions(currency);
  const papers = useCan('manageDocuments');
  const handles = useCan('handleBookings');
  const money = useCan('seeMoney');
  const { tab: current } = address;
  // Opened from a link, the details cover the whole page on a phone: it loads when they close.
  const wide = useWide();
  const covered = address.id !== null && !wide;
  const [shown, setShown] = useState(!covered);
  if (!covered && !shown) setShown(true);
  useEffect(() => {
    // A failed load is repeated when a booking is opened.
    loadDialog().catch(() => undefined);
  }, []);
  // Without the right to see money, a link to the revenue report opens the list.
  const view = address.view === 'revenue' && !money ? 'list' : address.view;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHeader
        title="Bookings"
        action={
          papers ? (
            <div className="flex flex-wrap gap-2">
              {handles ? (
                <Button asChild kind="secondary">
                  <Link to={`${paths.settings}?tab=import`}>
                    <Upload aria-hidden="true" />
                    Import
                  </Link>
                </Button>
              ) : null}
              <Button asChild kind="secondary">
                <Link to={paths.quotes}>
                  <FileText aria-hidden="true" />
                  Quotes
                </Link>
              </Button>
              <Button asChild>
                <Link to={paths.quote} state={{ newBooking: true }}>
                  <Plus aria-hidden="true" />
                  Create New Booking
                </Link>
              </Button>
            </div>
          ) : undefined
        }
      />
      <Toolbar address={address} today={today} onChange={change} />
      {!shown ? (
        <ListLoading what="bookings" />
      ) : view === 'revenue' ? (
        <Suspense fallback={<ListLoading what="bookings" />}>
          <RevenueReport address={address} today={today} currency={currency} onChange={change} />
        </Suspense>
      ) : (
        <Tabs
          value={current}
          onValueChange={(tab) => change({ tab: tabs.find((known) => known === tab) ?? 'all' })}
        >
          <StatusTabs address={address} today={today} />
          {tabs.map((tab) => (
            <TabPanel key={tab} value={tab} tabIndex={-1} className="pt-5">
              {tab !== current ? null : view === 'calendar' ? (
                <Suspense fallback={<ListLoading what="bookings" />}>
                  <CalendarView
                    address={address}
                    today={today}
                    currency={currency}
                    onChange={change}
                    hrefOf={hrefOf}
                  />
                </Suspense>
              ) : (
                <ListView
                  address={address}
                  today={today}
                  currency={currency}
                  actions={actions}
                  onOpen={open}
                  onChange={change}
                  hrefOf={hrefOf}
                />
              )}
            </TabPanel>
          ))}
        </Tabs>
      )}
      {address.id === null ? null : (
        <Suspense fallback={<HiddenPlaceholder />}>
          <BookingDialog
            key={address.id}
            id={address.id}
            currency={currency}
            actions={actions}
            onOpen={open}
            onClose={close}
          />
        </Suspense>
      )}
      {actions.dialogs}
    </div>
  );
}

/** The status tabs. In the list view each shows its number of bookings. */
function StatusTabs({ address, today }: { address: BookingsAddress; today: string }) {
  const list = address.view === 'list';
  const counts = useBookingCounts(filterOf(address, today), list);
  return (
    <TabList aria-label="Status">
      {tabs.map((tab) => {
        const count = list ? counts.data?.[tab] : undefined;
        return (
          <Tab
            key={tab}
            value={tab}
            aria-description={
              count === undefined
                ? undefined
                : count < MOST_COUNTED
                  ? counted(count, 'booking')
                  : `${countText(count)} bookings`
            }
          >
            {tab === 'all' ? 'All' : bookingStatus[tab].word}
            {count === undefined ? null : (
              <span aria-hidden="true" className="tabular ml-1.5 text-faint">
                {countText(count)}
              </span>
            )}
          </Tab>
        );
      })}
    </TabList>
  );
}

/** The server caps counts at this number. */
const MOST_COUNTED = 10_000;

const countText = (count: number) =>
  count < MOST_COUNTED ? count.toLocaleString('en-US') : `${MOST_COUNTED.toLocaleString('en-US')}+`;

/** The default list has two groups. A sorted or filtered list has one. */
function groupsOf(bookings: readonly Booking[], grouped: boolean): readonly BookingGroup[] {
  if (!grouped) return [{ title: null, bookings }];
  return [
    { title: 'Needs Your Reply', bookings: bookings.filter(({ status }) => status === 'pending') },
    { title: 'Today and Later', bookings: bookings.filter(({ status }) => status !== 'pending') },
  ].filter((group) => group.bookings.length > 0);
}

interface ViewProps {
  address: BookingsAddress;
  today: string;
  hrefOf: (id: number) => string;
}

function ListView({
  address,
  today,
  currency,
  actions,
  onOpen,
  onChange,
  hrefOf,
}: ViewProps & {
  currency: string;
  actions: BookingActions;
  onOpen: (id: number) => void;
  onChange: (change: Partial<BookingsAddress>) => void;
}) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const pages = useBookingPages(filterOf(address, today));
  if (pages.data === undefined) {
    return (
      <LoadState of={pages} failed={loadFailed}>
        <ListLoading what="bookings" />
      </LoadState>
    );
  }
  const bookings = pages.data.pages.flatMap(({ items }) => items);
  const opening = isOpening(address);
  const showAll = () => onChange({ allDays: true });
  if (bookings.length === 0) {
    return (
      <Nothing
        address={address}
        onClear={() => onChange({ ...noFilters, tab: 'all' })}
        onShowAll={opening ? showAll : null}
      />
    );
  }
  // Count only visible bookings as selected.
  const chosen = bookings.filter(({ id }) => ticked.has(id));
  const selected = new Set(chosen.map(({ id }) => id));
  const select = (ids: readonly number[], on: boolean) =>
    setTicked((before) => {
      const after = new Set(before);
      for (const id of ids) on ? after.add(id) : after.delete(id);
      return after;
    });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <BulkActions bookings={chosen} currency={currency} onClear={() => setTicked(new Set())} />
      <PagedCard
        pages={pages}
        summary={
          pages.hasNextPage ? `The first ${bookings.length} bookings` : counted(bookings.length, 'booking')
        }
        failed={loadFailed}
      >
        <BookingList
          groups={groupsOf(bookings, opening && address.sort === null)}
          sort={address.sort}
          onSort={(sort) => onChange({ sort })}
          currency={currency}
          busyId={actions.busyId}
          selected={selected}
          onSelect={select}
          hrefOf={hrefOf}
          onOpen={onOpen}
          onAction={actions.run}
        />
      </PagedCard>
      {opening && !pages.hasNextPage ? (
        <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 text-soft text-sm">
          Past bookings are hidden.
          <Button kind="secondary" size="sm" onClick={showAll}>
            Show All Dates
          </Button>
        </p>
      ) : null}
    </div>
  );
}

interface NothingProps {
  address: BookingsAddress;
  onClear: () => void;
  /** Shows past bookings; null if all dates are shown already. */
  onShowAll: (() => void) | null;
}

function Nothing({ address, onClear, onShowAll }: NothingProps) {
  const filtered = isFiltered(address) || address.tab !== 'all';
  return (
    <Card>
      <EmptyState
        title={nothingFound}
        description={
          filtered
            ? 'Try a different search, status, or date range.'
            : 'Requests from your booking form show up here right away. You can also create a booking yourself.'
        }
        picture={
          <MarqueeSign message={filtered ? 'NO MATCH' : 'SOON'} height={52} state="unlit" align="center" />
        }
        action={
          filtered ? (
            <Button kind="secondary" size="sm" onClick={onClear}>
              Clear All Filters
            </Button>
          ) : onShowAll === null ? undefined : (
            <Button kind="secondary" size="sm" onClick={onShowAll}>
              Show All Dates
            </Button>
          )
        }
      />
    </Card>
  );
}
