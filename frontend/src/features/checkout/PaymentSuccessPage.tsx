import type { PaymentIntent } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleHelp, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useUser } from '@/api/user';
import { formatLongDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatCents } from '@/lib/money';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody } from '@/ui/Card';
import { Fact } from '@/ui/facts';
import { Skeleton } from '@/ui/Skeleton';
import { useProvider } from './provider';

const ID_SHOWN = 12;

/**
 * The payment in the URL: undefined while loading, null if the provider returns none. `again` reloads it;
 * null if the URL has no payment.
 */
function usePayment(): { payment: PaymentIntent | null | undefined; again: (() => void) | null } {
  const [params] = useSearchParams();
  const secret = params.get('payment_intent_client_secret') ?? '';
  const { stripe, error, retry } = useProvider(secret !== '');
  const payment = useQuery({
    queryKey: ['payment-intent', secret],
    queryFn: async () => (await stripe?.retrievePaymentIntent(secret))?.paymentIntent ?? null,
    enabled: secret !== '' && stripe !== undefined,
    staleTime: 0,
  });
  if (secret === '') return { payment: null, again: null };
  const again = () => (error === null ? void payment.refetch() : retry());
  const failed = error !== null || payment.error !== null;
  return { payment: payment.isFetching ? undefined : failed ? null : payment.data, again };
}

type Result = 'succeeded' | 'processing' | 'failed' | 'unknown';

/** Return the outcome of a payment. Only the provider's status counts, since anyone can enter a URL. */
function resultOf(payment: PaymentIntent | null): Result {
  if (payment === null) return 'unknown';
  return payment.status === 'succeeded' || payment.status === 'processing' ? payment.status : 'failed';
}

const outcomes: Readonly<Record<Result, { title: string; text: string; icon: ReactNode }>> = {
  succeeded: {
    title: 'Payment Successful!',
    text: 'Thank you for your payment. A receipt was sent to you by email.',
    icon: <CircleCheck aria-hidden="true" className="size-12 text-good" />,
  },
  processing: {
    title: 'Payment Processing',
    text: "Your bank is still processing this payment. We'll email you a receipt once it goes through.",
    icon: <Clock aria-hidden="true" className="size-12 text-amber" />,
  },
  failed: {
    title: 'Payment Failed',
    text: 'The payment did not go through, and nothing was charged. Try again with this card or another one.',
    icon: <CircleAlert aria-hidden="true" className="size-12 text-danger" />,
  },
  unknown: {
    title: "We couldn't check this payment yet",
    text: 'Please don’t pay again. Check again in a moment, or go to your payments on the subscription page. If the payment went through, it is listed there.',
    icon: <CircleHelp aria-hidden="true" className="size-12 text-amber" />,
  },
};

/** The page that the provider returns to after a payment, with its outcome. */
export function PaymentSuccessPage() {
  usePageTitle('Payment');
  const { payment, again } = usePayment();
  const timeZone = useUser().data?.timeZone ?? 'UTC';
  if (payment === undefined) {
    return (
      <Card aria-busy="true">
        <h1 className="sr-only">Payment</h1>
        <CardBody role="status" className="grid justify-items-center gap-4 py-12">
          <span className="sr-only">Loading the payment</span>
          <Skeleton className="size-12 rounded-full" />
          <Skeleton className="h-8 w-64 max-w-full" />
          <Skeleton className="h-24 w-full" />
        </CardBody>
      </Card>
    );
  }
  const result = resultOf(payment);
  const { title, text, icon } = outcomes[result];
  return (
    <Card>
      <CardBody className="grid justify-items-center gap-4 py-10 text-center">
        {icon}
        <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
        <p className="max-w-sm text-pretty text-soft">{text}</p>
        {payment === null ? null : <Details payment={payment} timeZone={timeZone} />}
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          {result === 'unknown' && again !== null ? <Button onClick={again}>Check Again</Button> : null}
          <Button asChild kind={result === 'unknown' && again !== null ? 'secondary' : undefined}>
            <Link to={paths.dashboard}>Go to Dashboard</Link>
          </Button>
          {result === 'failed' || result === 'unknown' ? (
            <Button asChild kind="secondary">
              <Link to={paths.subscription}>
                {result === 'failed' ? 'Back to Your Subscription' : 'View Your Payments'}
              </Link>
            </Button>
          ) : null}
          <Button asChild kind="secondary">
            <Link to={paths.settings}>Need Help?</Link>
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}

/** Status of a payment as shown to the user, by the provider's status. */
const statuses: Readonly<Record<string, { label: string; tone: BadgeTone }>> = {
  succeeded: { label: 'Succeeded', tone: 'green' },
  processing: { label: 'Processing', tone: 'yellow' },
  requires_capture: { label: 'Authorized', tone: 'yellow' },
  requires_action: { label: 'Waiting for your confirmation', tone: 'yellow' },
  canceled: { label: 'Canceled', tone: 'neutral' },
};

function Details({ payment, timeZone }: { payment: PaymentIntent; timeZone: string }) {
  const format = useFormat();
  const { label, tone } = statuses[payment.status] ?? { label: 'Not paid', tone: 'neutral' };
  const currency = payment.currency.toUpperCase();
  return (
    <dl className="w-full border-line border-y py-3 text-left text-sm">
      <Fact label="Payment ID">
        <span className="tabular">{payment.id.slice(0, ID_SHOWN)}...</span>
      </Fact>
      <Fact label="Amount">
        <span className="tabular">
          {formatCents(payment.amount, currency)} {currency}
        </span>
      </Fact>
      <Fact label="Status">
        <Badge tone={tone}>{label}</Badge>
      </Fact>
      <Fact label="Date">
        {formatLongDay(format, new Date(payment.created * 1000).toISOString(), timeZone)}
      </Fact>
    </dl>
  );
}
