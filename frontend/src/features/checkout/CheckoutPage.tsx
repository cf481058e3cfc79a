import { lazy, Suspense } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { formatMoney } from '@/lib/money';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { Card, CardBody } from '@/ui/Card';
import { Spinner } from '@/ui/Spinner';
import { askedBy, setupFailure, useDue } from './due';
import { useProvider } from './provider';

const CardForm = lazy(async () => ({ default: (await import('./CardForm')).CardForm }));

/** The card form: for what is due of the subscription, or for the amount that the address names. */
export function CheckoutPage() {
  usePageTitle('Checkout');
  const [params] = useSearchParams();
  const provider = useProvider();
  const due = useDue(askedBy(params), provider.stripe);
  const error = due.error ?? provider.error;
  if (error !== null) {
    const again = () => {
      if (due.error !== null) void due.refetch();
      if (provider.error !== null) provider.retry();
    };
    return <SetupFailed sentence={setupFailure(error)} onRetry={again} pending={due.isFetching} />;
  }
  if (due.data?.clientSecret === null) {
    return (
      <SetupFailed
        sentence="Unable to initialize payment form. Please try again later."
        onRetry={() => void due.refetch()}
        pending={due.isFetching}
      />
    );
  }
  if (due.data === undefined || provider.stripe === undefined) {
    return <Preparing />;
  }
  const { clientSecret, amount, currency, description } = due.data;
  return (
    <Suspense fallback={<Preparing />}>
      <CardForm
        key={clientSecret}
        stripe={provider.stripe}
        clientSecret={clientSecret}
        price={formatMoney(amount, currency ?? provider.currency)}
        description={description}
      />
    </Suspense>
  );
}

function Preparing() {
  return (
    <Card aria-busy="true">
      <h1 className="sr-only">Checkout</h1>
      <CardBody className="grid justify-items-center gap-4 py-16">
        <Spinner label="Loading" />
        <p className="text-soft">Preparing payment form...</p>
      </CardBody>
    </Card>
  );
}

/** In place of the card form, with the ways on. */
export function SetupFailed({
  sentence,
  onRetry,
  pending = false,
}: {
  sentence: string;
  onRetry: () => void;
  pending?: boolean;
}) {
  const navigate = useNavigate();
  // A page that was opened by itself has nothing to go back to.
  const back = () => void (window.history.length > 1 ? navigate(-1) : navigate(paths.subscription));
  return (
    <Card>
      <header className="px-5 pt-5">
        <h1 className="font-semibold text-xl tracking-tight">Error</h1>
        <p className="mt-0.5 text-soft">Unable to process payment</p>
      </header>
      <CardBody className="grid gap-5">
        <Alert title="Payment Setup Failed">{sentence}</Alert>
        <div className="flex flex-wrap gap-2">
          <Button onClick={back}>Go Back</Button>
          <Button kind="secondary" disabled={pending} aria-busy={pending} onClick={onRetry}>
            Try Again
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}
