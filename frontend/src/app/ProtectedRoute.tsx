import { useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useUser } from '@/api/user';
import { paths, signInPath } from '@/lib/paths';
import { PageSpinner } from '@/ui/Spinner';
import { Shell } from './Shell';
import { Unreachable } from './Unreachable';

/**
 * Shows its pages to signed-in people only; everybody else is led to the sign-in page.
 *
 * People who arrive without a session come back here after signing in. People who sign out here do not: the
 * next person to sign in on this device may be somebody else.
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
