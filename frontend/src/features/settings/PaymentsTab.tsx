import { Unplug } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '@/api/errors';
import { useAccountStatus, usePaymentSetup } from '@/api/payments';
import { Card, CardBody } from '@/ui/Card';
import { DemoNotice } from '@/ui/DemoNotice';
import { EmptyState } from '@/ui/EmptyState';
import { LoadError } from '@/ui/LoadError';
import { Spinner } from '@/ui/Spinner';
import { ConnectedAccount, needsKey } from './ConnectedAccount';
import { Payouts } from './Payouts';

/** The business's Stripe account, or a notice if the installation's Stripe keys are missing. */
export function PaymentsTab() {
  const status = useAccountStatus();
  const { data: setup } = usePaymentSetup();
  const [noKey, setNoKey] = useState(false);
  if (noKey || status.data?.needsStripeKey) {
    return <Unavailable />;
  }
  if (status.data !== undefined) {
    return (
      <div className="grid max-w-2xl gap-5">
        <DemoNotice demo={setup?.demo} />
        {status.error === null ? null : <Failed onRetry={() => void status.refetch()} />}
        <div id="stripe-account" className="grid gap-5">
          <ConnectedAccount
            status={status.data}
            onRefresh={() => void status.refetch()}
            refreshing={status.isFetching}
            onNoKey={() => setNoKey(true)}
          />
        </div>
        {status.data.chargesEnabled ? <Payouts /> : null}
      </div>
    );
  }
  if (status.error === null) {
    return (
      <Card aria-busy="true" className="max-w-2xl">
        <CardBody className="grid place-items-center py-16">
          <Spinner label="Loading your payment account" />
        </CardBody>
      </Card>
    );
  }
  const { error } = status;
  if (error instanceof ApiError && error.status === 403) {
    return (
      <Card className="max-w-2xl">
        <EmptyState title={error.sentence} description="Only the owner can see this page." />
      </Card>
    );
  }
  return needsKey(error) ? (
    <Unavailable />
  ) : (
    <div className="max-w-2xl">
      <Failed onRetry={() => void status.refetch()} />
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <LoadError
      title="Error Loading Stripe Status"
      sentence="There was an error loading your Stripe Connect status. Please try again later."
      onRetry={onRetry}
    />
  );
}

function Unavailable() {
  return (
    <Card className="max-w-2xl">
      <CardBody className="flex gap-4 py-6">
        <span
          aria-hidden="true"
          className="grid size-10 shrink-0 place-items-center rounded-full border border-amber-line bg-amber-wash text-amber"
        >
          <Unplug className="size-5" />
        </span>
        <div className="min-w-0">
          <h2 className="font-semibold text-lg tracking-tight">Stripe Integration Not Available</h2>
          <p className="mt-1.5 text-pretty text-soft">
            The Stripe integration is not fully configured. Please contact the administrator to set up Stripe
            API keys.
          </p>
          <p className="mt-3 text-pretty text-faint text-sm">
            You can take bookings without card payments. Prices, deposits and balances are still calculated.
          </p>
        </div>
      </CardBody>
    </Card>
  );
}
