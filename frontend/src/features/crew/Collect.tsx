import { type FormEvent, useId, useState } from 'react';
import { newKey } from '@/booking-form/idempotency';
import { collectedInWords } from '@/components/booking/collected';
import { formatMoney } from '@/lib/money';
import { amountOf, amountText } from '@/lib/typed-amount';
import type { CrewPayment, Waiting } from '@/outbox/records';
import { leftToCollect, type Stop } from './actions';
import { button, choice, control, primary } from './looks';

type Kind = CrewPayment['kind'];

const CHOICES: readonly (readonly [Kind, string])[] = [
  ['cash', 'Cash'],
  ['check', 'Check'],
  ['card_link', 'Card Link'],
  ['not_paid', 'Not Paid'],
];

interface CollectProps {
  stop: Stop;
  currency: string;
  /** Records of this booking that the server doesn't have yet. */
  waiting: readonly Waiting[];
  onRecord: (payment: CrewPayment) => Promise<void>;
}

/** The amount to collect at a stop with what was already reported, and a form to report what happened. */
export function Collect({ stop, currency, waiting, onRecord }: CollectProps) {
  const [kind, setKind] = useState<Kind | null>(null);
  const left = leftToCollect(stop, waiting);
  const collected = stop.collected ?? [];
  const unsent = waiting.flatMap((record) =>
    record.refused === null && 'payment' in record ? [record.payment] : [],
  );
  if (left === 0 && collected.length === 0 && unsent.length === 0) return null;
  return (
    <section
      aria-label="Payment"
      className={`grid gap-3 rounded-lg p-3 ${left > 0 ? 'bg-amber-wash' : 'bg-sunken'}`}
    >
      <p className={`font-semibold ${left > 0 ? 'text-amber' : 'text-good'}`}>
        {left > 0 ? `Collect ${formatMoney(left, currency)}` : 'Nothing left to collect'}
      </p>
      <ul className="grid gap-1 text-sm empty:hidden">
        {collected.map((report) => (
          <li key={`${report.at} ${report.kind}`}>
            {collectedInWords(report, currency)}, {report.by}
          </li>
        ))}
        {unsent.map((report) => (
          <li key={report.clientId} className="text-soft">
            {collectedInWords(report, currency)}, waiting to send
          </li>
        ))}
      </ul>
      {left === 0 ? null : kind === null ? (
        <div className="grid grid-cols-2 gap-2">
          {CHOICES.map(([code, label]) => (
            <button key={code} type="button" className={choice} onClick={() => setKind(code)}>
              {label}
            </button>
          ))}
        </div>
      ) : (
        <Report
          key={kind}
          kind={kind}
          left={left}
          currency={currency}
          onCancel={() => setKind(null)}
          onSubmit={async (report) => {
            await onRecord({ ...report, kind, bookingId: stop.booking.id });
            setKind(null);
          }}
        />
      )}
    </section>
  );
}

interface ReportProps {
  kind: Kind;
  left: number;
  currency: string;
  onCancel: () => void;
  onSubmit: (report: Pick<CrewPayment, 'clientId' | 'amount' | 'reason' | 'at'>) => Promise<void>;
}

/** The details of an outcome: an amount that starts with what is to be collected, or the reason. */
function Report({ kind, left, currency, onCancel, onSubmit }: ReportProps) {
  const id = useId();
  const [amount, setAmount] = useState(amountText(left, currency));
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const isMoney = kind === 'cash' || kind === 'check';
  const units = amountOf(amount);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isMoney && units === null) {
      setFault('Enter the amount you received, for example 120.50.');
    } else if (isMoney && units !== null && units > left) {
      setFault(`Only ${formatMoney(left, currency)} is left to collect.`);
    } else if (kind === 'not_paid' && reason.trim() === '') {
      setFault('Enter why nothing was paid.');
    } else {
      const at = new Date().toISOString();
      try {
        await onSubmit({
          clientId: newKey(),
          amount: isMoney ? units : null,
          reason: reason.trim() || null,
          at,
        });
      } catch {
        setFault('This phone could not store the record. Free some space and try again.');
      }
    }
  };
  const label = isMoney
    ? `Record ${units === null ? 'Payment' : formatMoney(units, currency)}${kind === 'cash' ? ' in Cash' : ' by Check'}`
    : kind === 'card_link'
      ? `Email a Link for ${formatMoney(left, currency)}`
      : 'Record as Not Paid';
  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
      {isMoney ? (
        <label className="grid gap-1 text-sm" htmlFor={`${id}-amount`}>
          Amount received ({currency})
          <input
            id={`${id}-amount`}
            className={control}
            inputMode="decimal"
            value={amount}
            onChange={(event) => {
              setAmount(event.target.value);
              setFault(null);
            }}
          />
        </label>
      ) : null}
      {kind === 'not_paid' ? (
        <label className="grid gap-1 text-sm" htmlFor={`${id}-reason`}>
          Why was nothing paid?
          <input
            id={`${id}-reason`}
            className={control}
            maxLength={300}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
              setFault(null);
            }}
          />
        </label>
      ) : null}
      {kind === 'card_link' ? (
        <p className="text-sm">The customer gets an email with a link to pay by card.</p>
      ) : null}
      {fault === null ? null : (
        <p role="alert" className="text-danger text-sm">
          {fault}
        </p>
      )}
      <button type="submit" className={primary}>
        {label}
      </button>
      <button type="button" className={button} onClick={onCancel}>
        Cancel
      </button>
    </form>
  );
}
