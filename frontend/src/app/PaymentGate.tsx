import { LockKeyhole } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { usePaymentSetup } from '@/api/payments';
import { useUser } from '@/api/user';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Card, CardBody } from '@/ui/Card';
import { DemoCards } from '@/ui/DemoNotice';
import { PageSpinner } from '@/ui/Spinner';
import { Unreachable } from './Unreachable';

const own: readonly string[] = [paths.checkout, paths.paymentSuccess];

/**
 * Whether the current document was served for a payment page; if not, reload it.
 *
 * Only payment pages have a Content-Security-Policy that allows the payment provider. Client-side navigation
 * from another page keeps that page's policy.
 */
function useOwnDocument(): boolean {
  const [sent] = performance.getEntriesByType?.('navigation') ?? [];
  const isOwn = sent === undefined || own.includes(new URL(sent.name, window.location.href).pathname);
  useEffect(() => {
    if (!isOwn) {
      window.location.reload();
    }
  }, [isOwn]);
  return isOwn;
}

/** Wrapper of the payment pages. Signed-out visitors log in on the same page (A9). */
export function PaymentGate() {
  const { data: user, error, refetch } = useUser();
  const { pathname, search } = useLocation();
  const isOwn = useOwnDocument();
  const wasSignedIn = useRef(false);
  if (user === undefined && error !== null) {
    return <Unreachable error={error} onRetry={refetch} />;
  }
  if (user === undefined || !isOwn) {
    return <PageSpinner />;
  }
  if (user !== null) {
    wasSignedIn.current = true;
    return <Admitted />;
  }
  return (
    <Card className="mx-auto max-w-md">
      <CardBody className="grid justify-items-center gap-3 py-10 text-center">
        <LockKeyhole aria-hidden="true" className="size-8 text-amber" />
        <h1 className="font-semibold text-2xl tracking-tight">Authentication Required</h1>
        <p className="text-soft">
          {pathname === paths.checkout
            ? 'Please log in to access the checkout page.'
            : 'Please log in to view payment details.'}
        </p>
        <Button asChild className="mt-3">
          {/* After a sign-out, another user may sign in, who must not see this payment. */}
          <Link to={paths.auth} state={wasSignedIn.current ? null : { next: pathname + search }}>
            Go to Login
          </Link>
        </Button>
      </CardBody>
    </Card>
  );
}

function Admitted() {
  const { data: setup } = usePaymentSetup();
  return (
    <div className="mx-auto grid max-w-lg grid-cols-[minmax(0,1fr)] gap-6">
      <DemoCards demo={setup?.demo} />
      <Outlet />
    </div>
  );
}
