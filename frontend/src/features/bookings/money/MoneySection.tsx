import { BanknoteArrowDown, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type BookingMoney, type MoneyEntry, useBookingMoney, useVoidPayment } from '@/api/booking-money';
import { ApiError, sentenceOf } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { formatDay, formatMoment } from '@/lib/dates';
import type { Failure } from '@/lib/failure';
import { formatMoney } from '@/lib/money';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { LoadError } from '@/ui/LoadError';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { counts, entryName, entryState } from './entry';
import { RecordPayment } from './RecordPayment';
import { RefundPayment } from './RefundPayment';

/** What came in for a booking and what went back. Nothing for those who do not see money. */
export function MoneySection({ bookingId }: { bookingId: number }) {
  const { data, error, refetch } = useBookingMoney(bookingId);
  if (data === undefined && error instanceof ApiError && error.status === 403) {
    return null;
  }
  return (
    <Section title="Money">
      {data !== undefined ? (
        <Money bookingId={bookingId} money={data} />
      ) : error === null ? (
        <div role="status">
          <span className="sr-only">Loading the payments</span>
          <Skeleton className="h-20" />
        </div>
      ) : (
        <LoadError
          title="The payments could not be loaded"
          sentence={sentenceOf(error)}
          onRetry={() => void refetch()}
        />
      )}
    </Section>
  );
}

type Doing =
  | { readonly what: 'refund'; readonly entry: MoneyEntry; readonly most?: number }
  | { readonly what: 'void'; readonly entry: MoneyEntry }
  | { readonly what: 'record' };

function Money({ bookingId, money }: { bookingId: number; money: BookingMoney }) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  const { entries, currency, balanceDue, overpaid, processing, received, disputed, cancelFee } = money;
  const amount = (units: number) => formatMoney(units, currency);
  return (
    <div className="grid gap-3">
      <p role="status" className="text-soft">
        {entries.length > 0
          ? `${amount(received)} received. `
          : cancelFee === null
            ? 'Nothing has been paid yet. '
            : 'Nothing was paid. '}
        {cancelFee !== null && cancelFee > 0 ? `Canceling costs ${amount(cancelFee)}. ` : ''}
        {processing > 0 ? `${amount(processing)} on its way. ` : ''}
        {overpaid > 0 && cancelFee === null ? (
          <span className="font-medium text-danger">{amount(overpaid)} more than the total.</span>
        ) : balanceDue > 0 ? (
          `${amount(balanceDue)} open.`
        ) : processing > 0 || overpaid > 0 || disputed > 0 || cancelFee === 0 ? (
          ''
        ) : (
          'Paid in full.'
        )}
        {disputed > 0 ? (
          <span className="font-medium text-danger"> {amount(disputed)} of it disputed.</span>
        ) : null}
      </p>
      {overpaid > 0 ? <ToReturn money={money} onDo={setDoing} /> : null}
      {entries.length === 0 ? null : (
        <ul aria-label="Payments and refunds" className="grid gap-2">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} currency={currency} onDo={setDoing} />
          ))}
        </ul>
      )}
      {balanceDue > 0 ? (
        <Button
          kind="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => setDoing({ what: 'record' })}
        >
          <BanknoteArrowDown aria-hidden="true" />
          Record a Payment
        </Button>
      ) : null}
      {doing?.what === 'record' ? (
        <RecordPayment bookingId={bookingId} money={money} onClose={close} />
      ) : null}
      {doing?.what === 'refund' ? (
        <RefundPayment
          bookingId={bookingId}
          payment={doing.entry}
          most={doing.most}
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

/** What has to go back, and the way to do so: the dialog opens with the payment and the amount filled in. */
function ToReturn({ money, onDo }: { money: BookingMoney; onDo: (doing: Doing) => void }) {
  const { entries, currency, overpaid, cancelFee } = money;
  const open = entries.filter(({ refundable }) => refundable > 0);
  // What came by hand first: to the cards a cancelation has returned already what they take.
  const entry = open.find(({ kind }) => kind !== 'card') ?? open[0];
  const back = formatMoney(overpaid, currency);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line bg-amber-wash px-3.5 py-2.5">
      <p className="min-w-0">
        <b className="font-semibold">To return: {back}</b>
        <span className="block text-soft">
          {cancelFee === null
            ? 'It is more than the booking costs.'
            : 'The booking is canceled, and this has not gone back.'}
        </span>
      </p>
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
    </div>
  );
}

function Entry({
  entry,
  currency,
  onDo,
}: {
  entry: MoneyEntry;
  currency: string;
  onDo: (doing: Doing) => void;
}) {
  const { tone, word } = entryState(entry);
  const amount = formatMoney(entry.entry === 'refund' ? -entry.amount : entry.amount, currency);
  const what = `${entryName(entry)}, ${amount}`;
  const when = entry.receivedOn === null ? formatMoment(entry.at) : formatDay(entry.receivedOn);
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
          {entry.by === null ? '' : `, ${entry.by}`}
        </span>
      </div>
      {entry.failure === null ? null : <p className="break-words text-danger">{entry.failure}</p>}
      {entry.note === null ? null : <p className="break-words text-soft">{entry.note}</p>}
      {entry.fee > 0 ? <p className="text-faint">Platform fee {formatMoney(entry.fee, currency)}</p> : null}
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
              aria-label={`Strike out: ${what}`}
              onClick={() => onDo({ what: 'void', entry })}
            >
              Strike Out
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
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
  const strike = useVoidPayment(bookingId);
  const [failure, setFailure] = useState<Failure | null>(null);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Strike out this payment?"
      description={`${formatMoney(payment.amount, currency)} was entered by mistake: it stays in the history and counts no more. If the money did come in and you gave it back, use Refund instead.`}
      confirmLabel="Strike Out"
      pendingLabel="Striking out..."
      onConfirm={() =>
        strike.mutate(payment.id, {
          onSuccess: () => {
            toast({ title: 'Payment struck out', description: formatMoney(payment.amount, currency) });
            onClose();
          },
          onError: (error) => setFailure(failureOf(error)),
        })
      }
      error={failure}
      pending={strike.isPending}
    />
  );
}
