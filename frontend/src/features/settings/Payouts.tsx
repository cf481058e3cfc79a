import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Payout, type PayoutEntry, payoutsCsv, usePayouts } from '@/api/payments';
import { useSignedInUser } from '@/api/user';
import { addDays, dayInWords } from '@/booking-form/dates';
import { addMonths, monthOf } from '@/booking-form/months';
import { LoadState } from '@/components/LoadState';
import { dayIn, formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { bookingPath } from '@/lib/paths';
import { counted } from '@/lib/words';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { Options, Select } from '@/ui/Input';
import { Placeholder } from '@/ui/Skeleton';

const STATES: Readonly<Record<string, { tone: BadgeTone; word: string }>> = {
  paid: { tone: 'green', word: 'Paid' },
  pending: { tone: 'yellow', word: 'Pending' },
  in_transit: { tone: 'yellow', word: 'In transit' },
  canceled: { tone: 'red', word: 'Canceled' },
  failed: { tone: 'red', word: 'Failed' },
};

const MONTHS = 13;

/** Payouts with their entries: the newest, or those of a month. */
export function Payouts() {
  const format = useFormat();
  const [month, setMonth] = useState('');
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  const months = Array.from({ length: MONTHS }, (_, back) => monthOf(addMonths(today, -back)));
  const first = `${month}-01`;
  const period = month === '' ? null : { from: first, to: addDays(addMonths(first, 1), -1) };
  const { data, error, refetch } = usePayouts(period);
  return (
    <Card id="payouts" className="overflow-hidden">
      <CardHeader
        title="Payouts"
        description="Transfers from Stripe to your bank, with the payments, refunds and fees in each."
      />
      <CardBody className="flex flex-wrap items-end gap-3">
        <Field label="Arrival" className="w-full sm:w-52">
          <Select value={month} onChange={({ target }) => setMonth(target.value)}>
            <option value="">Newest</option>
            <Options of={months.map((one) => [one, dayInWords(format, `${one}-01`, 'month')])} />
          </Select>
        </Field>
        {data === undefined || data.length === 0 ? null : (
          <Button asChild kind="secondary">
            <a href={payoutsCsv(period)} download="payouts.csv">
              <Download aria-hidden="true" />
              Download CSV
            </a>
          </Button>
        )}
      </CardBody>
      {data !== undefined ? (
        data.length === 0 ? (
          <CardBody>
            <p className="text-soft text-sm">
              {month === ''
                ? 'No payouts yet.'
                : `No payout arrived in ${dayInWords(format, first, 'month')}.`}
            </p>
          </CardBody>
        ) : (
          <>
            <ul className="border-line border-t">
              {data.map((payout) => (
                <li key={payout.id} className="border-line border-b last:border-b-0">
                  <OnePayout payout={payout} />
                </li>
              ))}
            </ul>
            {month === '' ? null : <Total payouts={data} />}
          </>
        )
      ) : (
        <CardBody>
          <LoadState of={{ error, refetch }} failed="Your payouts could not be loaded">
            <Placeholder what="your payouts" className="grid gap-3" bars={['h-6', 'h-6']} />
          </LoadState>
        </CardBody>
      )}
    </Card>
  );
}

/** The total of a month's payouts, without failed and canceled ones. */
function Total({ payouts }: { payouts: readonly Payout[] }) {
  const arrived = payouts.filter(({ status }) => status !== 'failed' && status !== 'canceled');
  const currency = payouts[0]?.currency ?? 'USD';
  // Summed in cents, because sums of fractions have rounding errors.
  const cents = arrived.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return (
    <p className="flex flex-wrap justify-between gap-x-4 border-line border-t bg-sunken px-5 py-3 font-semibold text-sm">
      <span>{counted(arrived.length, 'payout')}</span>
      <span className="tabular">{formatMoney(cents / 100, currency)}</span>
    </p>
  );
}

function OnePayout({ payout }: { payout: Payout }) {
  const format = useFormat();
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
    ['Unexplained', payout.difference],
  ] as const;
  return (
    <div className="px-5 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-40 font-medium">{formatDay(format, payout.arrivalDate)}</p>
        {payout.difference === 0 ? null : <Badge tone="red">Not fully itemized</Badge>}
        <Badge tone={tone}>{word}</Badge>
        <span className="tabular font-semibold">{money(payout.amount)}</span>
        {entries.length === 0 ? null : (
          <Button
            kind="secondary"
            size="sm"
            aria-expanded={open}
            aria-label={`${open ? 'Hide' : 'Show'} the entries of ${money(payout.amount)} on ${formatDay(format, payout.arrivalDate)}`}
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
              // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be identical.
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

const KINDS: Readonly<Record<string, string>> = {
  charge: 'Payment',
  payment: 'Payment',
  refund: 'Refund',
  payment_refund: 'Refund',
  refund_failure: 'Failed refund',
  payment_failure_refund: 'Failed refund',
  application_fee_refund: 'Returned platform fee',
};

/** Return the name of an entry's kind. The only "adjustments" of bookings and gift cards are disputes. */
function kindInWords({ kind, booking, giftCard }: PayoutEntry): string {
  if (kind === 'adjustment') return booking === null && giftCard === null ? 'Adjustment' : 'Dispute';
  const words = kind.replaceAll('_', ' ');
  return KINDS[kind] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function Entry({ entry }: { entry: PayoutEntry }) {
  const format = useFormat();
  const { booking, giftCard, description, createdAt } = entry;
  const what = kindInWords(entry);
  return (
    <span className="wrap-anywhere min-w-0">
      {giftCard !== null ? (
        `${what} for the gift card ending in ${giftCard.ending}`
      ) : booking === null ? (
        (description ?? what)
      ) : (
        <>
          {what} for{' '}
          <Link to={bookingPath(booking.id)} className="rounded-sm text-link underline">
            {`booking #${booking.number}`}
          </Link>
        </>
      )}
      <span className="block text-faint">{formatDay(format, createdAt.slice(0, 10))}</span>
    </span>
  );
}
