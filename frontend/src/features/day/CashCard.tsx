import { useState } from 'react';
import { Link } from 'react-router';
import { type DayCash, useCloseDay, useDayCash, useReopenDay } from '@/api/day';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { useSignedInUser } from '@/api/user';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { bookingPath } from '@/lib/paths';
import { amountText } from '@/lib/typed-amount';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { AmountInput, Input } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

/** Cash and checks of a day, by team member, with the amount handed over. Hidden on days without any. */
export function CashCard({ date, today }: { date: string; today: string }) {
  const { data } = useDayCash(date);
  const currency = useSignedInUser().currency ?? 'USD';
  const [closing, setClosing] = useState(false);
  if (data === undefined) return null;
  const { expected, recorded, difference, byPerson, notPaid, handedOver } = data;
  if (expected === 0 && recorded === 0 && notPaid.length === 0 && handedOver === null) return null;
  const sum = (amount: number) => formatMoney(amount, currency);
  return (
    <Card className="stop">
      <CardHeader title="Cash and Checks" description="What the stops of this day should bring home" />
      <CardBody className="grid gap-4 text-sm">
        <dl className="tabular grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
          <Sum label="To collect" amount={sum(expected)} />
          {byPerson.map(({ userId, name, amount }) => (
            <Sum key={`${userId} ${name}`} label={`Recorded by ${name}`} amount={sum(amount)} />
          ))}
          {byPerson.length === 1 ? null : <Sum label="Recorded" amount={sum(recorded)} />}
          <Sum label={difference > 0 ? 'More than expected' : 'Open'} amount={sum(Math.abs(difference))} />
          {handedOver === null ? null : (
            <>
              <Sum label={`Handed over, ${handedOver.closedBy}`} amount={sum(handedOver.amount)} />
              {handedOver.difference === 0 ? null : (
                <Sum
                  label={handedOver.difference < 0 ? 'Missing' : 'Too much'}
                  amount={sum(Math.abs(handedOver.difference))}
                />
              )}
            </>
          )}
        </dl>
        {handedOver?.note == null ? null : <p className="wrap-anywhere text-soft">{handedOver.note}</p>}
        {notPaid.length === 0 ? null : (
          <ul className="grid gap-1">
            {notPaid.map(({ bookingId, number, customerName, reason, by }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a booking may be reported twice.
              <li key={index} className="wrap-anywhere">
                <Link to={bookingPath(bookingId)} className="rounded-sm font-semibold hover:underline">
                  #{number} {customerName}
                </Link>{' '}
                did not pay: {reason} <span className="text-soft">({by})</span>
              </li>
            ))}
          </ul>
        )}
        {date > today ? null : (
          <div className="screen-only flex flex-wrap gap-2">
            <Button kind="secondary" size="sm" onClick={() => setClosing(true)}>
              {handedOver === null ? 'Close the Day' : 'Correct'}
            </Button>
            {handedOver === null ? null : <Reopen date={date} />}
          </div>
        )}
      </CardBody>
      {closing ? <CloseDay cash={data} currency={currency} onClose={() => setClosing(false)} /> : null}
    </Card>
  );
}

function Sum({ label, amount }: { label: string; amount: string }) {
  return (
    <>
      <dt className="wrap-anywhere text-soft">{label}</dt>
      <dd className="text-right font-medium">{amount}</dd>
    </>
  );
}

function Reopen({ date }: { date: string }) {
  const reopen = useReopenDay(date);
  return (
    <Button kind="quiet" size="sm" disabled={reopen.isPending} onClick={() => reopen.mutate()}>
      Reopen
    </Button>
  );
}

/** Dialog that asks for the amount handed over, starting with what was recorded. */
function CloseDay({ cash, currency, onClose }: { cash: DayCash; currency: string; onClose: () => void }) {
  const format = useFormat();
  const close = useCloseDay(cash.date);
  const [amount, setAmount] = useState(amountText(cash.handedOver?.amount ?? cash.recorded, currency));
  const [note, setNote] = useState(cash.handedOver?.note ?? '');
  const [touched, setTouched] = useState(false);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const faults: Readonly<Record<string, string>> = close.error instanceof ApiError ? close.error.fields : {};
  const submit = () => {
    const handedOver = Number(amount.trim().replace(',', '.'));
    if (amount.trim() === '' || !Number.isFinite(handedOver) || handedOver < 0) {
      setFault('Please enter the amount handed over, for example 120.50');
      return;
    }
    close.mutate(
      { handedOver, note: note.trim() || null },
      {
        onSuccess: () => {
          toast({ title: 'Day closed', description: `${formatMoney(handedOver, currency)} handed over` });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Close the Day"
      description={`${formatMoney(cash.recorded, currency)} was recorded in cash and checks.`}
      onSubmit={submit}
      submitLabel="Close the Day"
      pendingLabel="Closing..."
      error={close.error === null || Object.keys(faults).length > 0 ? null : failureOf(format, close.error)}
      pending={close.isPending}
      unsaved={touched}
    >
      <div className="grid gap-4">
        <Field label={`Amount Handed Over (${currency})`} error={fault ?? faults.handedOver} required>
          <AmountInput
            value={amount}
            onChange={(event) => {
              setAmount(event.target.value);
              setTouched(true);
              setFault(undefined);
              close.reset();
            }}
          />
        </Field>
        <Field label="Note (Optional)" error={faults.note} hint="Only your team sees this.">
          <Input
            value={note}
            maxLength={300}
            onChange={(event) => {
              setNote(event.target.value);
              setTouched(true);
            }}
          />
        </Field>
      </div>
    </FormDialog>
  );
}
