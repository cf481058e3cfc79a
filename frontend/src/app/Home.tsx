import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router';
import { can } from '@/api/rights';
import type { User } from '@/api/types';
import { useUser } from '@/api/user';
import { paths } from '@/lib/paths';
import { useWide } from '@/lib/use-wide';
import { PageSpinner } from '@/ui/Spinner';
import { isClosed } from './navigation';
import { Shell } from './SignedInFrame';
import { Unreachable } from './Unreachable';

const Landing = lazy(async () => ({ default: (await import('@/features/landing/LandingPage')).LandingPage }));
const ClosedBusiness = lazy(async () => ({ default: (await import('./ClosedBusiness')).ClosedBusiness }));
const NoBusiness = lazy(async () => ({ default: (await import('./NoBusiness')).NoBusiness }));
const Dashboard = lazy(async () => ({
  default: (await import('@/features/dashboard/DashboardPage')).DashboardPage,
}));

/**
 * Start page of a signed-in user: the dashboard, or bookings (on a phone, the day) for users without revenue
 * access, or the reports for those who see the books alone.
 */
function OwnHome({ user }: { user: User }) {
  const isWide = useWide();
  if (isClosed(user)) {
    return <ClosedBusiness />;
  }
  if (!can(user, 'seeBookings')) {
    return <Navigate to={paths.reports} replace />;
  }
  return can(user, 'seeMoney') ? (
    <Dashboard />
  ) : (
    <Navigate to={isWide ? paths.bookings : paths.day} replace />
  );
}

/** "/" shows the dashboard to signed-in users and the landing page to visitors, without a redirect. */
export function Home() {
  const { data: user, error, refetch } = useUser();
  if (user === undefined) {
    return error === null ? <PageSpinner /> : <Unreachable error={error} onRetry={refetch} />;
  }
  return (
    <Suspense fallback={<PageSpinner />}>
      {user === null ? (
        <Landing />
      ) : (
        <Shell user={user}>{user.operatorId === null ? <NoBusiness /> : <OwnHome user={user} />}</Shell>
      )}
    </Suspense>
  );
}
