import { BanknoteArrowDown, type LucideIcon, Mail, Undo2, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type BookingMoney, type MoneyEntry, useBookingMoney, useVoidPayment } from '@/api/booking-money';
import { ApiError } from '@/api/errors';
import { useCan } from '@/api/rights';
import type { PricedDetails } from '@/api/types';
import type { ExtraLine } from '@/booking-form/breakdown';
import { OwnTotalLine, PriceLine, PriceLines } from '@/components/booking/PriceLines';
import { RecordPayment } from '@/components/booking/RecordPayment';
import { ConfirmChange } from '@/components/ConfirmChange';
import { LoadState } from '@/components/LoadState';
import { counts, entryName, entryState, moneyState } from '@/components/money-entry';
import { formatDay, formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Section';
import { Placeholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { BookingTax } from './BookingTax';
import { KeepAsCredit } from './KeepAsCredit';
import { RefundPayment } from './RefundPayment';
import { RequestPayment } from './RequestPayment';
import { SplitPayment } from './SplitPayment';

/** Loaded only for bookings with a card on file, a security hold or automatic charges. */
const CardOnFile = lazy(() => import('./CardOnFile').then(({ CardOnFile }) => ({ default: CardOnFile })));

const hasCardParts = ({ cardOnFile, hold, status }: PricedDetails, { schedule }: BookingMoney) =>
  cardOnFile !== null ||
  (hold !== null && (hold.state !== 'planned' || status !== 'canceled')) ||
  schedule.some((part) => 'attempts' in part && part.attempts.length > 0);

/** A booking's price, payments and refunds. Hidden for users without access to amounts. */
export function MoneySection({ booking, extras, currency }: PriceProps) {
  const { data, error, refetch } = useBookingMoney(booking.id);
  if (data === undefined && error instanceof ApiError && error.status === 403) {
    return null;
  }
  return (
    <Section title="Payment" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="rounded-lg border border-line bg-surface px-4 py-2.5">
        <dl>
          <Price booking={booking} extras={extras} currency={currency} />
          {data === undefined ? null : <Figures money={data} agreed={booking.deposit} />}
        </dl>
        {data === undefined ? null : <StateBadge money={data} />}
        {data !== undefined && data.lostFee > 0 ? <LossLine money={data} /> : null}
      </div>
      <BookingTax booking={booking} />
      {data !== undefined && hasCardParts(booking, data) ? (
        <Suspense fallback={null}>
          <CardOnFile booking={booking} money={data} />
        </Suspense>
      ) : null}
      {data !== undefined ? (
        <Money
          bookingId={booking.id}
          money={data}
          asks={booking.status === 'confirmed' || booking.status === 'completed'}
        />
      ) : (
        <LoadState of={{ error, refetch }} failed="The payments could not be loaded">
          <Placeholder what="the payments" bars={['h-20']} />
        </LoadState>
      )}
    </Section>
  );
}

interface PriceProps {
  booking: PricedDetails;
  /** The operator's custom price lines. */
  extras: readonly ExtraLine[];
  currency: string;
}

function Price({ booking, extras, currency }: PriceProps) {
  return (
    <>
      <PriceLines price={booking.breakdown} currency={currency} extras={extras} />
      <OwnTotalLine computed={booking.breakdown.total} total={booking.totalPrice} currency={currency} />
      <PriceLine label="Total Price" strong>
        {formatMoney(booking.totalPrice, currency)}
      </PriceLine>
    </>
  );
}

/**
 * Money received and due. All amounts are from one response of the server, so that the lines always add up.
 * `agreed` is the deposit as agreed, before any refund.
 */
function Figures({ money, agreed }: { money: BookingMoney; agreed: number }) {
  const { currency, cancelFee, deposit, depositPaid, received, refunded, processing, returning } = money;
  const amount = (units: number) => formatMoney(units, currency);
  const wentBack = agreed > 0 && (refunded > 0 || money.lost > 0);
  return (
    <>
      {cancelFee === null ? (
        <PriceLine
          label="Deposit Paid"
          detail={deposit > 0 ? `Of ${amount(deposit)}, part of the total` : undefined}
        >
          {deposit > 0 ? amount(depositPaid) : wentBack ? 'Not due again' : 'Not required'}
        </PriceLine>
      ) : (
        <PriceLine
          label="Cancellation Fee"
          detail={money.charges > 0 ? undefined : 'The amount due for a canceled booking'}
        >
          {amount(cancelFee)}
        </PriceLine>
      )}
      {money.charges > 0 ? <PriceLine label="Damage Charges">{amount(money.charges)}</PriceLine> : null}
      <PriceLine label="Received">{amount(received + refunded + money.lost + money.returnedDebit)}</PriceLine>
      {refunded > 0 ? <PriceLine label="Refunded">−{amount(refunded)}</PriceLine> : null}
      {processing > 0 ? <PriceLine label="Processing">{amount(processing)}</PriceLine> : null}
      {returning > 0 ? <PriceLine label="Refund Pending">−{amount(returning)}</PriceLine> : null}
      {money.disputed > 0 ? (
        <PriceLine label="Disputed" detail="The customer's bank may withdraw it">
          {amount(money.disputed)}
        </PriceLine>
      ) : null}
      {money.lost > 0 ? (
        <PriceLine label="Lost in a Dispute" detail="Withdrawn by the customer's bank; not due again">
          −{amount(money.lost)}
        </PriceLine>
      ) : null}
      {money.returnedDebit > 0 ? (
        <PriceLine label="Returned by the Bank" detail="The amount is due again">
          −{amount(money.returnedDebit)}
        </PriceLine>
      ) : null}
      {money.overpaid > 0 ? <PriceLine label="Refund Due">{amount(money.overpaid)}</PriceLine> : null}
      <PriceLine label="Balance Due">
        <b className="font-semibold">{amount(money.balanceDue)}</b>
      </PriceLine>
    </>
  );
}

/** The total cost of a lost dispute. Shown only with a fee; otherwise it equals the amount above. */
function LossLine({ money: { currency, lost, lostFee, lostCost } }: { money: BookingMoney }) {
  const amount = (units: number) => formatMoney(units, currency);
  return (
    <p className="border-line border-t pt-2 pb-1 text-soft">
      The lost dispute cost you {amount(lostCost)}: {amount(lost)} was returned, and Stripe&rsquo;s fee was{' '}
      {amount(lostFee)}.
    </p>
  );
}

/** The payment status, announced to screen readers when it changes. */
function StateBadge({ money }: { money: BookingMoney }) {
  const { tone, word } = moneyState(money);
  return (
    <div className="flex justify-end pt-1 pb-1.5" role="status">
      <Badge tone={tone}>{word}</Badge>
    </div>
  );
}

type Doing =
  | { readonly what: 'refund'; readonly entry: MoneyEntry; readonly most?: number }
  | { readonly what: 'void'; readonly entry: MoneyEntry }
  | { readonly what: 'record' }
  | { readonly what: 'request' }
  | { readonly what: 'split' };

function Money({ bookingId, money, asks }: { bookingId: number; money: BookingMoney; asks: boolean }) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  const { entries, currency, balanceDue, overpaid } = money;
  const opener = (what: 'record' | 'request' | 'split', Icon: LucideIcon, label: string) => (
    <Button kind="secondary" size="sm" onClick={() => setDoing({ what })}>
      <Icon aria-hidden="true" />
      {label}
    </Button>
  );
  return (
    <div className="grid gap-3 empty:hidden">
      {overpaid > 0 ? <ToReturn bookingId={bookingId} money={money} onDo={setDoing} /> : null}
      {entries.length === 0 ? null : (
        <ul aria-label="Payments and refunds" className="grid gap-2">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} currency={currency} bookingId={bookingId} onDo={setDoing} />
          ))}
        </ul>
      )}
      {balanceDue > 0 ? (
        <div className="flex flex-wrap gap-2">
          {opener('record', BanknoteArrowDown, 'Record a Payment')}
          {asks ? opener('request', Mail, 'Request Payment') : null}
          {asks ? opener('split', Users, 'Split Payment') : null}
        </div>
      ) : null}
      {doing?.what === 'split' ? <SplitPayment bookingId={bookingId} onClose={close} /> : null}
      {doing?.what === 'request' ? (
        <RequestPayment bookingId={bookingId} money={money} onClose={close} />
      ) : null}
      {doing?.what === 'record' ? (
        <RecordPayment bookingId={bookingId} money={money} onClose={close} />
      ) : null}
      {doing?.what === 'refund' ? (
        <RefundPayment
          bookingId={bookingId}
          payment={doing.entry}
          most={doing.most}
          charged={money.charges > 0}
          currency={currency}
          onClose={close}
        />
      ) : null}
      {doing?.what === 'void' ? (
        <StrikeOut bookingId={bookingId} payment={doing.entry} currency={currency} onClose={close} />
      ) : null}
    </div>
  );
}

/** The amount to return, with a button that opens the refund dialog with payment and amount filled in. */
function ToReturn({
  bookingId,
  money,
  onDo,
}: {
  bookingId: number;
  money: BookingMoney;
  onDo: (doing: Doing) => void;
}) {
  const { entries, currency, overpaid, cancelFee } = money;
  const open = entries.filter(({ refundable }) => refundable > 0);
  // Manual payments first: a cancellation has already refunded card payments as far as possible.
  const entry = open.find(({ kind }) => kind !== 'card') ?? open[0];
  const back = formatMoney(overpaid, currency);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line bg-amber-wash px-3.5 py-2.5">
      <p className="min-w-0">
        <b className="font-semibold">Refund due: {back}</b>
        <span className="block text-soft">
          {cancelFee === null
            ? 'The customer paid more than the booking costs.'
            : 'The booking is canceled, and this has not been returned.'}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {entry === undefined ? null : (
          <Button
            kind="secondary"
            size="sm"
            onClick={() => onDo({ what: 'refund', entry, most: Math.min(overpaid, entry.refundable) })}
          >
            <Undo2 aria-hidden="true" />
            {entry.kind === 'card' ? 'Refund' : 'Record Refund'}
          </Button>
        )}
        {cancelFee === null ? null : <KeepAsCredit bookingId={bookingId} amount={back} />}
      </div>
    </div>
  );
}

function Entry({
  entry,
  currency,
  bookingId,
  onDo,
}: {
  entry: MoneyEntry;
  currency: string;
  bookingId: number;
  onDo: (doing: Doing) => void;
}) {
  const format = useFormat();
  const { tone, word } = entryState(entry);
  const amount = formatMoney(entry.entry === 'refund' ? -entry.amount : entry.amount, currency);
  const what = `${entryName(entry)}, ${amount}`;
  const when =
    entry.receivedOn === null ? formatMoment(format, entry.at) : formatDay(format, entry.receivedOn);
  return (
    <li className="grid gap-1 rounded-md border border-line bg-surface px-3.5 py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 break-words">{entryName(entry)}</span>
        <span className={`tabular font-medium ${counts(entry) ? '' : 'text-faint line-through'}`}>
          {amount}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Badge tone={tone}>{word}</Badge>
        <span className="tabular text-faint">
          {when}
          {entry.expectedOn === null ? '' : `, expected by ${formatDay(format, entry.expectedOn)}`}
          {entry.by === null ? '' : `, ${entry.by}`}
          {entry.payer === null ? '' : `, ${entry.entry === 'refund' ? 'to' : 'by'} ${entry.payer}`}
        </span>
      </div>
      {entry.failure === null ? null : <p className="break-words text-danger">{entry.failure}</p>}
      {entry.note === null ? null : <p className="break-words text-soft">{entry.note}</p>}
      <Fees entry={entry} currency={currency} />
      <Warnings entry={entry} currency={currency} bookingId={bookingId} />
      {entry.refundable > 0 ? (
        <div className="-ml-2 flex flex-wrap gap-1">
          <Button
            kind="quiet"
            size="sm"
            aria-label={`Refund: ${what}`}
            onClick={() => onDo({ what: 'refund', entry })}
          >
            <Undo2 aria-hidden="true" />
            Refund
          </Button>
          {entry.canVoid ? (
            <Button
              kind="quiet"
              size="sm"
              aria-label={`Void: ${what}`}
              onClick={() => onDo({ what: 'void', entry })}
            >
              Void
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

/** The provider's and the platform's fees on a payment. */
function Fees({ entry, currency }: { entry: MoneyEntry; currency: string }) {
  const { fee, feeReturned, providerFee, providerFeeCurrency } = entry;
  const amount = (units: number) => formatMoney(units, currency);
  const parts = [
    providerFee > 0 ? `Stripe fee ${formatMoney(providerFee, providerFeeCurrency)}` : '',
    fee > 0
      ? `Platform fee ${amount(fee)}${feeReturned > 0 ? ` (${amount(feeReturned)} returned)` : ''}`
      : '',
  ].filter(Boolean);
  return parts.length === 0 ? null : <p className="tabular text-faint">{parts.join(', ')}</p>;
}

const REASONS: Record<string, string> = {
  bank_cannot_process: 'the bank could not process the debit',
  credit_not_processed: 'the customer says a refund never arrived',
  debit_not_authorized: 'the owner of the account did not authorize the debit',
  duplicate: 'the customer says they were charged twice',
  fraudulent: 'the customer says they did not make this payment',
  incorrect_account_details: 'the account was closed, or its details were wrong',
  insufficient_funds: 'the account had insufficient funds',
  product_not_received: 'the customer says they did not receive what they paid for',
  product_unacceptable: 'the customer says the rental was not as agreed',
  unrecognized: 'the customer does not recognize the payment',
};

const DISPUTES: Record<MoneyEntry['disputes'][number]['state'], string> = {
  inquiry: 'Inquiry by the bank',
  disputed: 'Disputed',
  won: 'Dispute won',
  lost: 'Dispute lost',
  returned: 'Returned by the bank',
};

/** A payment's disputes with their deadlines, and fraud warnings from the card network. */
function Warnings({
  entry,
  currency,
  bookingId,
}: {
  entry: MoneyEntry;
  currency: string;
  bookingId: number;
}) {
  const mayDownload = useCan('manageDocuments');
  const format = useFormat();
  const { disputes, fraudWarning } = entry;
  return (
    <>
      {fraudWarning !== null && disputes.length === 0 ? (
        <p className="text-danger">
          The card network warns that this payment is probably fraudulent. Refunding it now prevents a
          dispute.
        </p>
      ) : null}
      {disputes.map((dispute) => (
        <div key={`${dispute.state}${dispute.reason}${dispute.amount}`} className="grid gap-1">
          <p>
            {DISPUTES[dispute.state]}, {formatMoney(dispute.amount, currency)}:{' '}
            {REASONS[dispute.reason] ?? dispute.reason.replaceAll('_', ' ')}.
            {dispute.fee > 0 ? ` Stripe's fee is ${formatMoney(dispute.fee, dispute.feeCurrency)}.` : ''}
          </p>
          {dispute.answerBy === null ? null : dispute.page === null ? (
            <p className="text-soft">
              The platform will respond by {formatMoment(format, dispute.answerBy)}. Send them proof that the
              rental took place.
            </p>
          ) : (
            <p>
              <a
                className="font-medium text-link underline"
                href={dispute.page}
                rel="noreferrer"
                target="_blank"
              >
                Respond in Stripe
              </a>{' '}
              by {formatMoment(format, dispute.answerBy)}, or you lose the money.
            </p>
          )}
          {mayDownload && dispute.state !== 'won' ? (
            <p>
              <a
                className="font-medium text-link underline"
                href={`/api/bookings/${bookingId}/dispute-pack.pdf?payment=${entry.id}`}
                download
              >
                Download Evidence
              </a>
              : the signed contract, delivery, messages and payments in one PDF.
            </p>
          ) : null}
        </div>
      ))}
    </>
  );
}

function StrikeOut({
  bookingId,
  payment,
  currency,
  onClose,
}: {
  bookingId: number;
  payment: MoneyEntry;
  currency: string;
  onClose: () => void;
}) {
  return (
    <ConfirmChange
      change={useVoidPayment(bookingId)}
      input={payment.id}
      title="Void this payment?"
      description={`${formatMoney(payment.amount, currency)} will no longer count, but stays in the history. Use this for a payment entered by mistake. If you received the money and returned it, use Refund instead.`}
      confirmLabel="Void"
      pendingLabel="Voiding..."
      onDone={() => toast({ title: 'Payment voided', description: formatMoney(payment.amount, currency) })}
      onClose={onClose}
    />
  );
}
