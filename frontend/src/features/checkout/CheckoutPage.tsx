import { lazy, Suspense } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { formatMoney } from '@/lib/money';
import { usePageTitle } from '@/lib/page-title';
import { paidPath } from '@/lib/paths';
import { CardPage } from './CardPage';
import { askedBy, endPayment, setupFailure, useDue } from './due';
import { useProvider } from './provider';
import { Preparing, SetupFailed } from './states';

const CardForm = lazy(async () => ({ default: (await import('./CardForm')).CardForm }));

/** The card form for the subscription's balance, for saving a card, or for an amount in the URL. */
export function CheckoutPage() {
  usePageTitle('Checkout');
  const [params] = useSearchParams();
  return params.get('for') === 'card' ? <CardPage /> : <PaymentPage />;
}

function PaymentPage() {
  const [params] = useSearchParams();
  const provider = useProvider();
  const request = askedBy(params);
  const due = useDue(request, provider.stripe);
  const error = due.error ?? provider.error;
  if (error !== null) {
    const retry = () => {
      if (due.error !== null) void due.refetch();
      if (provider.error !== null) provider.retry();
    };
    return <SetupFailed sentence={setupFailure(error)} onRetry={retry} pending={due.isFetching} />;
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
  const { clientSecret, amount, currency, description, paid } = due.data;
  if (paid) {
    return <Navigate replace to={paidPath(clientSecret)} />;
  }
  return (
    <Suspense fallback={<Preparing />}>
      <CardForm
        key={clientSecret}
        stripe={provider.stripe}
        clientSecret={clientSecret}
        price={formatMoney(amount, currency ?? provider.currency)}
        description={description}
        onPaid={() => endPayment(request)}
      />
    </Suspense>
  );
}
