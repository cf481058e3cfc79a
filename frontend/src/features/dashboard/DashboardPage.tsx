import { lazy, Suspense } from 'react';
import { useCalendar } from '@/api/bookings';
import { useDashboard, useLeads, usePaymentsDue } from '@/api/dashboard';
import { useEmailStatus } from '@/api/email-status';
import { ApiError } from '@/api/errors';
import { useAtRisk, useOverdue } from '@/api/goods';
import type { User } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { EmailNoticeWithPage } from '@/components/booking/EmailNotice';
import { LoadState } from '@/components/LoadState';
import { dayIn } from '@/lib/dates';
import { usePageTitle } from '@/lib/page-title';
import { bookingFormLinks } from '@/lib/paths';
import { Card } from '@/ui/Card';
import { PageHeader } from '@/ui/PageHeader';
import { PageSpinner } from '@/ui/Spinner';
import { DayStrip } from './DayStrip';
import { GoodsCards } from './GoodsCards';
import { StatCards } from './StatCards';
import { Today } from './Today';
import { Upcoming } from './Upcoming';

/** Only shown to new businesses. */
const Checklist = lazy(async () => ({ default: (await import('./Checklist')).Checklist }));
/** Only shown to team members who may not see money. */
const NoMoney = lazy(async () => ({ default: (await import('./NoMoney')).NoMoney }));
/** Only shown if there are any. */
const DueCard = lazy(async () => ({ default: (await import('./DueCard')).DueCard }));
const LeadsCard = lazy(async () => ({ default: (await import('./LeadsCard')).LeadsCard }));
/** Below the fold. */
const Projections = lazy(async () => ({ default: (await import('./Projections')).Projections }));
const ShareCard = lazy(async () => ({ default: (await import('./ShareCard')).ShareCard }));
const YearChart = lazy(async () => ({ default: (await import('./YearChart')).YearChart }));

const statuses = ['pending', 'confirmed'] as const;

/**
 * All requests of the page, started at once. `isLoading` is true until each has completed or failed, so that
 * no card appears late and shifts the layout.
 */
function useWholeDashboard(timeZone: string) {
  const dashboard = useDashboard();
  const today = dashboard.data?.today ?? dayIn(timeZone, new Date());
  const rentals = useCalendar({ statuses, from: today, to: today });
  const overdue = useOverdue();
  const risks = useAtRisk();
  const due = usePaymentsDue();
  const leads = useLeads();
  // The notice reads this query from the cache.
  const email = useEmailStatus();
  return {
    dashboard,
    rentals: rentals.data,
    overdue: overdue.data,
    risks: risks.data,
    due: due.data,
    leads: leads.data ?? [],
    // Refetching after an error keeps the page.
    isLoading: [dashboard, rentals, overdue, risks, due, leads, email].some(
      (query) => query.isLoading && !query.isFetched,
    ),
  };
}

/** The dashboard: setup steps, statistics and upcoming bookings. */
export function DashboardPage() {
  usePageTitle('Dashboard');
  const user = useSignedInUser();
  const { dashboard, isLoading, rentals, overdue, risks, due, leads } = useWholeDashboard(
    user.timeZone ?? 'UTC',
  );
  const { data, error, refetch } = dashboard;

  if (data === undefined && error !== null) {
    return error instanceof ApiError && error.status === 403 ? (
      <Suspense fallback={<PageSpinner />}>
        <NoMoney title={greeting(user)} sentence={error.sentence} />
      </Suspense>
    ) : (
      <LoadState of={{ error, refetch }} failed="We couldn't load your dashboard" />
    );
  }
  if (data === undefined || isLoading) {
    return <PageSpinner />;
  }

  const currency = user.currency ?? 'USD';
  const settledIn = Object.values(data.checklist).every(Boolean);
  const formLink =
    user.publicKey === null ? null : bookingFormLinks(window.location.origin, user.publicKey).shared;
  return (
    // Code loaded for some businesses only is part of the initial page, too.
    <Suspense fallback={<PageSpinner />}>
      <div className="grid gap-6">
        <PageHeader title={greeting(user)} description="Your numbers and upcoming bookings at a glance." />
        {data.checklist.booking ? <GoodsCards overdue={overdue} risks={risks} /> : null}
        {/* Users land here after sign-in, often on a phone in a van, so today comes first. */}
        {data.checklist.booking && rentals !== undefined ? (
          <Today today={data.today} rentals={rentals} requests={data.pendingQuotes} />
        ) : null}
        <EmailNoticeWithPage meanwhile="Until then, copy the links to quotes and bookings and send them yourself." />
        {settledIn || data.setupHidden ? null : (
          <Checklist steps={data.checklist} currency={currency} formLink={formLink} />
        )}
        {leads.length > 0 ? <LeadsCard leads={leads} currency={currency} /> : null}
        {data.checklist.booking && due !== undefined && due.overdue.length + due.thisWeek.length > 0 ? (
          <Suspense fallback={null}>
            <DueCard due={due} currency={currency} />
          </Suspense>
        ) : null}
        <StatCards figures={data} currency={currency} />
        <DayStrip days={data.days} today={data.today} />
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Upcoming bookings={data.upcoming} />
          <div className="grid gap-6">
            <Suspense fallback={<Card className="min-h-56" />}>
              <Projections figures={data} currency={currency} />
            </Suspense>
            {settledIn && formLink !== null ? (
              <Suspense fallback={<Card className="min-h-64" />}>
                <ShareCard link={formLink} />
              </Suspense>
            ) : null}
          </div>
        </div>
        <Suspense fallback={<Card className="min-h-96" />}>
          <YearChart months={data.months} today={data.today} currency={currency} />
        </Suspense>
      </div>
    </Suspense>
  );
}

function greeting(user: User): string {
  return `Welcome, ${user.companyName || user.username}`;
}
