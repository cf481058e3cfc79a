import { CircleAlert, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { type SubscriptionDetails, useAdminSubscription } from '@/api/admin';
import { LoadState } from '@/components/LoadState';
import { cardExpiry, cardName, hasExpired } from '@/lib/card-name';
import { dayIn, formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatCents } from '@/lib/money';
import { intervalSuffix } from '@/lib/plan';
import { planPaymentNotes, planPaymentTone, subscriptionStatus } from '@/lib/subscription-status';
import { capitalised } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Dialog, DialogBody, DialogFooter } from '@/ui/Dialog';
import { Fact } from '@/ui/facts';
import { Section } from '@/ui/Section';
import { Placeholder } from '@/ui/Skeleton';
import { RefundPlanPayment } from './RefundPlanPayment';
import { SubscriptionActions } from './SubscriptionActions';

/** Live Stripe data of a business's subscription, with the actions an administrator can take. */
export function SubscriptionDialog({
  id,
  name,
  onClose,
}: {
  id: number;
  /** Subscriber's name, if known before the details are loaded. */
  name: string | undefined;
  onClose: () => void;
}) {
  const { data, error, refetch } = useAdminSubscription(id);
  return (
    <Dialog
      onClose={onClose}
      title={data === undefined ? (name ?? 'Subscription') : (data.companyName ?? data.username)}
      description={data?.email ?? 'Subscription'}
      className="sm:max-w-xl"
    >
      {data !== undefined ? (
        <Loaded details={data} />
      ) : (
        <DialogBody>
          <LoadState of={{ error, refetch }} failed="Error loading the subscription. Please try again.">
            <Placeholder what="the subscription" className="grid gap-3" bars={['h-24', 'h-32']} />
          </LoadState>
        </DialogBody>
      )}
    </Dialog>
  );
}

function Loaded({ details }: { details: SubscriptionDetails }) {
  const { status, planName, price, interval, problem, actions } = details;
  const { word, tone } = subscriptionStatus(status);
  return (
    <>
      <DialogBody className="grid content-start gap-6">
        {problem === null ? null : (
          <p className="flex items-start gap-3 rounded-md border border-amber-line/60 bg-amber-wash px-3.5 py-3 text-sm">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
            <span className="min-w-0 text-pretty">These details may be out of date. {problem}</span>
          </p>
        )}
        <div className="grid gap-3">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p className="wrap-anywhere min-w-0 font-semibold text-lg tracking-tight">{planName}</p>
            <p className="tabular text-soft">
              {formatCents(price)}
              {intervalSuffix(interval)}
            </p>
            <span className="ml-auto">
              <Badge tone={tone}>{word}</Badge>
            </span>
          </div>
          <Facts details={details} />
        </div>
        <Payments details={details} />
      </DialogBody>
      {actions.length === 0 ? null : (
        <DialogFooter>
          <SubscriptionActions details={details} />
        </DialogFooter>
      )}
    </>
  );
}

function Facts({ details }: { details: SubscriptionDetails }) {
  const format = useFormat();
  const { status, currentPeriodStart, currentPeriodEnd, trialEnd, canceledAt, cancelAtPeriodEnd } = details;
  const ends = cancelAtPeriodEnd && currentPeriodEnd !== null && status !== 'canceled';
  return (
    <dl className="text-sm">
      {currentPeriodStart === null || currentPeriodEnd === null ? null : (
        <Fact label="Period">
          <span className="tabular">
            {formatDay(format, currentPeriodStart)} – {formatDay(format, currentPeriodEnd)}
          </span>
        </Fact>
      )}
      {trialEnd === null ? null : <Fact label="Trial end">{formatDay(format, trialEnd)}</Fact>}
      {ends ? <Fact label="Canceled">Ends on {formatDay(format, currentPeriodEnd)}</Fact> : null}
      {status === 'canceled' && canceledAt !== null ? (
        <Fact label="Canceled">On {formatDay(format, canceledAt)}</Fact>
      ) : null}
      <Fact label="Card">
        <CardOfPlan card={details.card} />
      </Fact>
      {details.customerUrl === null ? null : (
        <Fact label="Customer">
          <a
            href={details.customerUrl}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1.5 rounded-sm font-medium text-link hover:underline"
          >
            Open in Stripe
            <ExternalLink aria-hidden="true" className="size-3.5" />
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </Fact>
      )}
    </dl>
  );
}

function CardOfPlan({ card }: { card: SubscriptionDetails['card'] }) {
  if (card === null) return <span className="text-soft">None</span>;
  const expiry = cardExpiry(card);
  return (
    <>
      {cardName(card)}
      {expiry === null ? null : hasExpired(card, dayIn('UTC', new Date())) ? (
        <span className="font-medium text-danger">, expired {expiry}</span>
      ) : (
        <span className="tabular text-soft">, expires {expiry}</span>
      )}
    </>
  );
}

type Payment = SubscriptionDetails['payments'][number];

function Payments({ details: { id, payments } }: { details: SubscriptionDetails }) {
  const [refunding, setRefunding] = useState<Payment | null>(null);
  return (
    <Section title="Payments">
      {payments.length === 0 ? (
        <p className="text-soft text-sm">No payments yet.</p>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {payments.map((payment) => (
            <OnePayment key={payment.id} payment={payment} onRefund={() => setRefunding(payment)} />
          ))}
        </ul>
      )}
      {refunding === null ? null : (
        <RefundPlanPayment subscriptionId={id} payment={refunding} onClose={() => setRefunding(null)} />
      )}
    </Section>
  );
}

function OnePayment({ payment, onRefund }: { payment: Payment; onRefund: () => void }) {
  const format = useFormat();
  const { createdAt, amount, currency, status, paymentMethod, paymentMethodDetails, invoiceUrl } = payment;
  const isLink = invoiceUrl !== null && /^https?:\/\//.test(invoiceUrl);
  return (
    <li className="flex items-center gap-4 py-2.5 text-sm">
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="tabular font-medium">
            {formatCents(amount, currency.toUpperCase())}
            <span className="font-normal text-soft"> on {formatDay(format, createdAt)}</span>
          </p>
          <Badge tone={planPaymentTone(status)}>{capitalised(status)}</Badge>
        </div>
        <p className="text-faint text-xs">
          {[
            cardName({ ...paymentMethodDetails, kind: paymentMethod }),
            ...planPaymentNotes(payment, disputeWords),
          ].join(', ')}
          {isLink ? (
            <>
              {', '}
              <a
                href={invoiceUrl}
                target="_blank"
                rel="noreferrer"
                className="rounded-sm text-link underline"
              >
                invoice<span className="sr-only"> (opens in a new tab)</span>
              </a>
            </>
          ) : null}
        </p>
      </div>
      {payment.refundable > 0 ? (
        <Button
          kind="secondary"
          size="sm"
          aria-label={`Refund ${formatCents(amount, currency.toUpperCase())} paid ${formatDay(format, createdAt)}`}
          onClick={onRefund}
        >
          Refund
        </Button>
      ) : null}
    </li>
  );
}

const disputeWords = { disputed: 'disputed', lost: 'dispute lost' };
