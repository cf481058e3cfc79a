import { useState } from 'react';
import { type BookingMoney, useRecordPayment } from '@/api/booking-money';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { useHasGiftCards } from '@/api/gift-cards';
import { useSignedInUser } from '@/api/user';
import { isoFromTyped } from '@/booking-form/dates';
import { newKey } from '@/booking-form/idempotency';
import { FAULTS } from '@/booking-form/texts';
import { DayField } from '@/components/DayField';
import { dayIn } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { amountOf, amountText } from '@/lib/typed-amount';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { AmountInput, Input, Select } from '@/ui/Input';
import { SwitchField } from '@/ui/SwitchField';
import { toast } from '@/ui/toast-store';
import { useEmailPromise } from './EmailChoice';

const GIFT_CARD = 'Gift card';

/** Dialog that records a payment received outside the app, such as cash. */
export function RecordPayment({
  bookingId,
  money: { currency, balanceDue, depositDue, methods },
  amount: requested,
  onClose,
}: {
  bookingId: number;
  money: BookingMoney;
  /** The initial amount; by default the deposit while it is due, else the balance. */
  amount?: number | undefined;
  onClose: () => void;
}) {
  const format = useFormat();
  const record = useRecordPayment(bookingId);
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  // One idempotency key per open form, so that a resend records nothing twice. Editing the form makes a new
  // key.
  const [key, setKey] = useState(() => newKey());
  const [method, setMethod] = useState(methods[0]?.name ?? '');
  const [code, setCode] = useState('');
  const [codeFault, setCodeFault] = useState<string | undefined>(undefined);
  const hasGiftCards = useHasGiftCards();
  const byGiftCard = method === GIFT_CARD;
  const [amount, setAmount] = useState(
    amountText(requested ?? (depositDue > 0 ? depositDue : balanceDue), currency),
  );
  const [day, setDay] = useState('');
  const [note, setNote] = useState('');
  const [receipt, setReceipt] = useState(true);
  const [touched, setTouched] = useState(false);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [dayFault, setDayFault] = useState<string | undefined>(undefined);
  const refused = record.error instanceof ApiError ? record.error : null;
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setKey(newKey());
      setTouched(true);
      setFault(undefined);
      setDayFault(undefined);
      setCodeFault(undefined);
      record.reset();
    };
  const promise = useEmailPromise('The email lists the amount received and the balance due.');
  const submit = () => {
    const units = amountOf(amount);
    if (units === null) {
      setFault('Please enter an amount, for example 120.50');
      return;
    }
    const receivedOn = day.trim() === '' ? null : isoFromTyped(format, day);
    if (day.trim() !== '' && receivedOn === null) {
      setDayFault(FAULTS.dateForm(format));
      return;
    }
    if (byGiftCard && code.trim() === '') {
      setCodeFault('Enter the code of the gift card');
      return;
    }
    record.mutate(
      {
        key,
        ...(byGiftCard ? { giftCard: code.trim() } : { methodName: method }),
        amount: units,
        receivedOn,
        note: note.trim() || null,
        sendReceipt: receipt,
      },
      {
        onSuccess: () => {
          toast({
            title: 'Payment recorded',
            description: `${method}, ${formatMoney(units, currency)}`,
          });
          onClose();
        },
      },
    );
  };
  const faults: Readonly<Record<string, string>> = refused?.fields ?? {};
  return (
    <FormDialog
      onClose={onClose}
      title="Record a Payment"
      description={`${formatMoney(balanceDue, currency)} is due on this booking.`}
      onSubmit={submit}
      submitLabel="Record Payment"
      pendingLabel="Recording..."
      error={record.error === null || Object.keys(faults).length > 0 ? null : failureOf(format, record.error)}
      pending={record.isPending}
      unsaved={touched}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="How was it paid?" error={faults.methodName ?? faults.kind}>
          <Select value={method} onChange={(event) => changing(setMethod)(event.target.value)}>
            {methods.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
            {hasGiftCards ? <option>{GIFT_CARD}</option> : null}
          </Select>
        </Field>
        {byGiftCard ? (
          <Field label="Gift Card Code" error={codeFault ?? faults.giftCard} required>
            <Input
              value={code}
              maxLength={80}
              autoComplete="off"
              onChange={(event) => changing(setCode)(event.target.value)}
            />
          </Field>
        ) : null}
        <Field label={`Amount (${currency})`} error={fault ?? faults.amount} required>
          <AmountInput value={amount} onChange={(event) => changing(setAmount)(event.target.value)} />
        </Field>
        <DayField
          label="Date Received (Optional)"
          name="receivedOn"
          error={dayFault ?? faults.receivedOn}
          hint="Leave empty for today."
          value={day}
          today={today}
          past
          onChange={changing(setDay)}
        />
        <Field label="Note (Optional)" error={faults.note} hint="Only your team sees this.">
          <Input value={note} maxLength={500} onChange={(event) => changing(setNote)(event.target.value)} />
        </Field>
        <div className="sm:col-span-2">
          <SwitchField
            label="Send a receipt"
            hint={promise}
            checked={receipt}
            onChange={changing(setReceipt)}
          />
        </div>
      </div>
    </FormDialog>
  );
}
