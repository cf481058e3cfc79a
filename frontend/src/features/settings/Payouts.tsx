import { useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '@/api/errors';
import { type Payout, type PayoutEntry, usePayouts } from '@/api/payments';
import { formatDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { bookingPath } from '@/lib/paths';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { LoadError } from '@/ui/LoadError';
import { Skeleton } from '@/ui/Skeleton';

const STATES: Readonly<Record<string, { tone: BadgeTone; word: string }>> = {
  paid: { tone: 'green', word: 'Paid' },
  pending: { tone: 'yellow', word: 'Pending' },
  in_transit: { tone: 'yellow', word: 'On its way' },
  canceled: { tone: 'red', word: 'Canceled' },
  failed: { tone: 'red', word: 'Failed' },
};

/** What reached the bank, and what each payout is the sum of. */
export function Payouts() {
  const { data, error, refetch } = usePayouts();
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Payouts"
        description="What Stripe has sent to your bank, with the payments, refunds and fees in each."
      />
      {data !== undefined ? (
        data.length === 0 ? (
          <CardBody>
            <p className="text-soft text-sm">No payouts yet.</p>
          </CardBody>
        ) : (
          <ul className="mt-3 border-line border-t">
            {data.map((payout) => (
              <li key={payout.id} className="border-line border-b last:border-b-0">
                <OnePayout payout={payout} />
              </li>
            ))}
          </ul>
        )
      ) : (
        <CardBody>
          {error === null ? (
            <div role="status" className="grid gap-3">
              <span className="sr-only">Loading your payouts</span>
              <Skeleton className="h-6" />
              <Skeleton className="h-6" />
            </div>
          ) : (
            <LoadError
              title="Your payouts could not be loaded"
              sentence={sentenceOf(error)}
              onRetry={() => void refetch()}
            />
          )}
        </CardBody>
      )}
    </Card>
  );
}

function OnePayout({ payout }: { payout: Payout }) {
  const [open, setOpen] = useState(false);
  const { currency, sums } = payout;
  const money = (units: number) => formatMoney(units, currency);
  const { tone, word } = STATES[payout.status] ?? { tone: 'neutral' as const, word: payout.status };
  const entries = [...payout.payments, ...payout.refunds, ...payout.other];
  const parts = [
    ['Payments', sums.payments],
    ['Refunds', sums.refunds],
    ['Other', sums.other],
    ['Fees', -sums.fees],
    ['Not explained', payout.difference],
  ] as const;
  return (
    <div className="px-5 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-40 font-medium">{formatDay(payout.arrivalDate)}</p>
        {payout.difference === 0 ? null : <Badge tone="red">Not fully explained</Badge>}
        <Badge tone={tone}>{word}</Badge>
        <span className="tabular font-semibold">{money(payout.amount)}</span>
        {entries.length === 0 ? null : (
          <Button
            kind="secondary"
            size="sm"
            aria-expanded={open}
            aria-label={`${open ? 'Hide' : 'Show'} the entries of ${money(payout.amount)} on ${formatDay(payout.arrivalDate)}`}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide' : 'Details'}
          </Button>
        )}
      </div>
      {payout.failure === null ? null : <p className="mt-1 text-danger">{payout.failure}</p>}
      {open ? (
        <>
          <ul className="mt-3 grid gap-1.5">
            {entries.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two entries may read alike.
              <li key={index} className="flex justify-between gap-4">
                <Entry entry={entry} />
                <span className="tabular shrink-0 text-right">
                  {money(entry.amount)}
                  {entry.fee === 0 ? null : (
                    <span className="block text-faint">{`${money(-entry.fee)} fee`}</span>
                  )}
                </span>
              </li>
            ))}
          </ul>
          <dl className="mt-3 grid gap-1 border-line border-t pt-3">
            {parts
              .filter(([, amount]) => amount !== 0)
              .map(([name, amount]) => (
                <div key={name} className="flex justify-between gap-4">
                  <dt className="text-soft">{name}</dt>
                  <dd className="tabular">{money(amount)}</dd>
                </div>
              ))}
            <div className="flex justify-between gap-4 font-semibold">
              <dt>Payout</dt>
              <dd className="tabular">{money(payout.amount)}</dd>
            </div>
          </dl>
        </>
      ) : null}
    </div>
  );
}

function Entry({ entry: { booking, kind, description, createdAt } }: { entry: PayoutEntry }) {
  const what = kind.includes('refund')
    ? 'Refund'
    : kind === 'payment' || kind === 'charge'
      ? 'Payment'
      : kind;
  return (
    <span className="wrap-anywhere min-w-0">
      {booking === null ? (
        (description ?? what)
      ) : (
        <>
          {what} of{' '}
          <Link to={bookingPath(booking.id)} className="rounded-sm text-link underline">
            {`booking #${booking.number}`}
          </Link>
        </>
      )}
      <span className="block text-faint">{formatDay(createdAt.slice(0, 10))}</span>
    </span>
  );
}
