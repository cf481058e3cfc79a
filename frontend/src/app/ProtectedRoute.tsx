import { lazy, Suspense, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { type Right, useCan } from '@/api/rights';
import { useSignedInUser, useUser } from '@/api/user';
import { paths, signInPath } from '@/lib/paths';
import { PageSpinner } from '@/ui/Spinner';
import { isClosed } from './navigation';
import { Shell } from './SignedInFrame';
import { Unreachable } from './Unreachable';

/**
 * Shows its pages to signed-in users and redirects everyone else to sign-in.
 *
 * Visitors return to the requested page after signing in. Users who sign out do not, because the next person
 * on this device may be someone else.
 */
export function ProtectedRoute() {
  const { data: user, error, refetch } = useUser();
  const { pathname, search } = useLocation();
  const wasSignedIn = useRef(false);
  if (user === undefined) {
    return error === null ? <PageSpinner /> : <Unreachable error={error} onRetry={refetch} />;
  }
  if (user === null) {
    return <Navigate to={wasSignedIn.current ? paths.auth : signInPath(pathname + search)} replace />;
  }
  wasSignedIn.current = true;
  return (
    <Shell user={user}>
      <Outlet />
    </Shell>
  );
}

const NotYours = lazy(async () => ({ default: (await import('./NotYours')).NotYours }));

/** Pages that require a permission; other team members see a notice. */
export function NeedsRight({ right }: { right: Right }) {
  return useCan(right) ? (
    <Outlet />
  ) : (
    <Suspense fallback={<PageSpinner />}>
      <NotYours />
    </Suspense>
  );
}

const ClosedBusiness = lazy(async () => ({ default: (await import('./ClosedBusiness')).ClosedBusiness }));
const NeedsSecondFactor = lazy(async () => ({
  default: (await import('./NeedsSecondFactor')).NeedsSecondFactor,
}));
const NoBusiness = lazy(async () => ({ default: (await import('./NoBusiness')).NoBusiness }));

/** Pages that require a business; accounts without one, such as administrators, see a notice. */
export function NeedsBusiness() {
  const user = useSignedInUser();
  const { operatorId, needsSecondFactor } = user;
  if (needsSecondFactor && operatorId !== null) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <NeedsSecondFactor />
      </Suspense>
    );
  }
  if (operatorId !== null && isClosed(user)) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <ClosedBusiness />
      </Suspense>
    );
  }
  return operatorId === null ? (
    <Suspense fallback={<PageSpinner />}>
      <NoBusiness />
    </Suspense>
  ) : (
    <Outlet />
  );
}
