import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { SignedIn, useUser } from '@/api/user';
import { pagesBuild } from '@/lib/build';
import { paths, signInPath } from '@/lib/paths';
import { siteName } from '@/lib/site-name';
import { Spinner } from '@/ui/Spinner';
import { toast } from '@/ui/toast-store';
import { AdminHeader } from './AdminHeader';
import { Unreachable } from './Unreachable';

const NeedsSecondFactor = lazy(async () => ({
  default: (await import('./NeedsSecondFactor')).NeedsSecondFactor,
}));

const NeedsLongerPassword = lazy(async () => ({
  default: (await import('./NeedsSecondFactor')).NeedsLongerPassword,
}));

/**
 * Admin pages with their own header. Loads no admin data until the user is known to be an administrator;
 * other users are redirected.
 */
export function AdminArea() {
  const { data: user, error, refetch } = useUser();
  const { pathname, search } = useLocation();
  if (user === undefined) {
    return error === null ? <Checking /> : <Unreachable error={error} onRetry={refetch} />;
  }
  if (user === null) {
    return <Navigate to={signInPath(pathname + search)} replace />;
  }
  if (user.role !== 'admin') {
    return <Denied />;
  }
  return (
    <SignedIn user={user}>
      <AdminHeader />
      <main id="content" tabIndex={-1} className="page flex-1 py-8 outline-none sm:py-10">
        {user.needsLongerPassword || user.needsSecondFactor ? (
          <Suspense fallback={<Checking />}>
            {user.needsLongerPassword ? <NeedsLongerPassword /> : <NeedsSecondFactor />}
          </Suspense>
        ) : (
          <Outlet />
        )}
      </main>
      <footer className="border-line border-t">
        <p className="page py-5 text-faint text-sm">
          © {new Date().getFullYear()} {siteName}. All rights reserved.
          {pagesBuild === undefined ? null : <span className="ml-3">Version {pagesBuild}</span>}
        </p>
      </footer>
    </SignedIn>
  );
}

function Checking() {
  return (
    <div className="grid min-h-[60dvh] flex-1 place-content-center justify-items-center gap-3">
      <Spinner label="" />
      <p role="status" className="text-soft text-sm">
        Checking permissions...
      </p>
    </div>
  );
}

function Denied() {
  useEffect(() => {
    toast({
      title: 'Access Denied',
      description: "You don't have permission to access this page.",
      destructive: true,
    });
  }, []);
  return <Navigate to={paths.home} replace />;
}
