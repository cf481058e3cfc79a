import { type FormEvent, useId, useState } from 'react';
import { formatMoney } from '@/lib/money';
import { amountOf } from '@/lib/typed-amount';
import { control, secondaryButton, textLink } from './looks';

interface Props {
  /** The minimum and maximum payment in currency units. */
  least: number;
  most: number;
  currency: string;
  onChoose: (amount: number) => void;
}

/** Input for a custom amount, besides the deposit and the whole balance. */
export function OtherAmount({ least, most, currency, onChoose }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const range = `${formatMoney(least, currency)} to ${formatMoney(most, currency)}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amount = amountOf(typed);
    if (amount === null || amount < least || amount > most) setFault(`Enter an amount from ${range}`);
    else onChoose(amount);
  };
  if (!open) {
    return (
      <button type="button" className={`${textLink} text-sm`} onClick={() => setOpen(true)}>
        Pay a different amount
      </button>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-3 border-line border-t pt-3">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-medium text-sm">
          {`Amount (${currency})`}
        </label>
        <input
          id={id}
          className={control}
          inputMode="decimal"
          autoComplete="off"
          maxLength={15}
          // biome-ignore lint/a11y/noAutofocus: the user has just asked for this field.
          autoFocus
          value={typed}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setFault(undefined);
          }}
        />
        <p id={`${id}-note`} className={fault === undefined ? 'text-faint text-sm' : 'text-danger text-sm'}>
          {fault ?? `From ${range}. You can pay the rest later.`}
        </p>
      </div>
      <button type="submit" className={secondaryButton}>
        Pay This Amount
      </button>
    </form>
  );
}
