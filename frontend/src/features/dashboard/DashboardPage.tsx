import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { useCalendar } from '@/api/bookings';
import { useDashboard, usePaymentsDue } from '@/api/dashboard';
import { useEmailStatus } from '@/api/email-status';
import { ApiError } from '@/api/errors';
import { useAtRisk, useOverdue } from '@/api/goods';
import type { User } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { EmailNoticeWithPage } from '@/components/booking/EmailNotice';
import { LoadState } from '@/components/LoadState';
import { dayIn } from '@/lib/dates';
import { usePageTitle } from '@/lib/page-title';
import { bookingFormLinks, paths } from '@/lib/paths';
import { SignLater } from '@/sign/SignLater';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';
import { PageSpinner } from '@/ui/Spinner';
import { DayStrip } from './DayStrip';
import { DueCard } from './DueCard';
import { GoodsCards } from './GoodsCards';
import { StatCards } from './StatCards';
import { Today } from './Today';
import { Upcoming } from './Upcoming';

/** For a new business alone. */
const Checklist = lazy(async () => ({ default: (await import('./Checklist')).Checklist }));
/** Below what is seen first. */
const Projections = lazy(async () => ({ default: (await import('./Projections')).Projections }));
const ShareCard = lazy(async () => ({ default: (await import('./ShareCard')).ShareCard }));
const YearChart = lazy(async () => ({ default: (await import('./YearChart')).YearChart }));

const statuses = ['pending', 'confirmed'] as const;

/**
 * The reads of the whole page, all begun at once. `isLoading` is true until each has its answer or has failed: a card
 * that came later would push down everything below it.
 */
function useWholeDashboard(timeZone: string) {
  const dashboard = useDashboard();
  const today = dashboard.data?.today ?? dayIn(timeZone, new Date());
  const rentals = useCalendar({ statuses, from: today, to: today });
  const overdue = useOverdue();
  const risks = useAtRisk();
  const due = usePaymentsDue();
  // Read again, from the cache, by the notice itself.
  const email = useEmailStatus();
  return {
    dashboard,
    rentals: rentals.data,
    overdue: overdue.data,
    risks: risks.data,
    due: due.data,
    // What has failed once is read again without taking the page away.
    isLoading: [dashboard, rentals, overdue, risks, due, email].some(
      (query) => query.isLoading && !query.isFetched,
    ),
  };
}

/** What a business sees first: what is still to be set up, its figures, and what comes next. */
export function DashboardPage() {
  usePageTitle('Dashboard');
  const user = useSignedInUser();
  const { dashboard, isLoading, rentals, overdue, risks, due } = useWholeDashboard(user.timeZone ?? 'UTC');
  const { data, error, refetch } = dashboard;

  if (data === undefined && error !== null) {
    return error instanceof ApiError && error.status === 403 ? (
      <NotForThisAccount user={user} sentence={error.sentence} />
    ) : (
      <LoadState of={{ error, refetch }} failed="Your dashboard could not be loaded" />
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
    // What is loaded for some businesses alone is part of the whole, too.
    <Suspense fallback={<PageSpinner />}>
      <div className="grid gap-6">
        <PageHeader title={greeting(user)} description="Your figures and what comes next, at a glance." />
        {/* Signing in leads here, also on a phone in a van: the day comes before everything else. */}
        {data.checklist.booking && rentals !== undefined ? (
          <Today today={data.today} rentals={rentals} requests={data.pendingQuotes} />
        ) : null}
        <EmailNoticeWithPage meanwhile="Until then, copy the links of quotes and bookings and send them yourself." />
        {settledIn ? null : (
          <Checklist
            steps={data.checklist}
            currency={currency}
            timeZone={user.timeZone ?? 'UTC'}
            formLink={formLink}
          />
        )}
        {data.checklist.booking ? <GoodsCards overdue={overdue} risks={risks} /> : null}
        {data.checklist.booking && due !== undefined ? <DueCard due={due} currency={currency} /> : null}
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

/** Some people of a business do not see its money. */
function NotForThisAccount({ user, sentence }: { user: User; sentence: string }) {
  return (
    <div className="grid gap-6">
      <PageHeader title={greeting(user)} />
      <Card>
        <EmptyState
          title={sentence}
          description="The figures of the business are kept to those who run it. Its bookings are one step away."
          picture={<SignLater message="HELLO" height={56} state="unlit" align="center" />}
          action={
            <Button asChild kind="secondary" size="sm">
              <Link to={paths.bookings}>See Bookings</Link>
            </Button>
          }
        />
      </Card>
    </div>
  );
}
