import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { useDashboard } from '@/api/dashboard';
import { ApiError } from '@/api/errors';
import type { User } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { EmailNotice } from '@/booking-parts/EmailNotice';
import { LoadState } from '@/booking-parts/LoadState';
import { usePageTitle } from '@/lib/page-title';
import { bookingFormLinks, paths } from '@/lib/paths';
import { SignLater } from '@/sign/SignLater';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';
import { PageSpinner } from '@/ui/Spinner';
import { DayStrip } from './DayStrip';
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

/** What a business sees first: what is still to be set up, its figures, and what comes next. */
export function DashboardPage() {
  usePageTitle('Dashboard');
  const user = useSignedInUser();
  const { data, error, refetch } = useDashboard();

  if (data === undefined) {
    if (error === null) {
      return <PageSpinner />;
    }
    return error instanceof ApiError && error.status === 403 ? (
      <NotForThisAccount user={user} sentence={error.sentence} />
    ) : (
      <LoadState of={{ error, refetch }} failed="Your dashboard could not be loaded" />
    );
  }

  const currency = user.currency ?? 'USD';
  const settledIn = Object.values(data.checklist).every(Boolean);
  const formLink =
    user.publicKey === null ? null : bookingFormLinks(window.location.origin, user.publicKey).shared;
  return (
    <div className="grid gap-6">
      <PageHeader title={greeting(user)} description="Your figures and what comes next, at a glance." />
      {/* Signing in leads here, also on a phone in a van: the day comes before everything else. */}
      {data.checklist.booking ? <Today today={data.today} requests={data.pendingQuotes} /> : null}
      <EmailNotice meanwhile="Until then, copy the links of quotes and bookings and send them yourself." />
      {settledIn ? null : (
        <Suspense fallback={<Card className="min-h-112" />}>
          <Checklist
            steps={data.checklist}
            currency={currency}
            timeZone={user.timeZone ?? 'UTC'}
            formLink={formLink}
          />
        </Suspense>
      )}
      {data.checklist.booking ? <GoodsCards currency={currency} /> : null}
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
