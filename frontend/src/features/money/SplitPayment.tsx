import { Copy } from 'lucide-react';
import { useState } from 'react';
import { type PaymentShare, useAddShare, useRemoveShare, useShares } from '@/api/booking-money';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { ConfirmChange } from '@/components/ConfirmChange';
import { copyLink } from '@/components/copy';
import { LoadState } from '@/components/LoadState';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { amountOf } from '@/lib/typed-amount';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { AmountInput, Input } from '@/ui/Input';
import { Placeholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';

/** Splits the balance among several people. Each gets a link to pay their share that shows nothing else. */
export function SplitPayment({ bookingId, onClose }: { bookingId: number; onClose: () => void }) {
  const format = useFormat();
  const { data, error, refetch } = useShares(bookingId);
  const add = useAddShare(bookingId);
  const [name, setName] = useState('');
  const [amount, setAmount] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [removing, setRemoving] = useState<PaymentShare | null>(null);
  const fields: Readonly<Record<string, string>> = add.error instanceof ApiError ? add.error.fields : {};
  const faults = { ...fields, ...errors };
  const changing = (set: (value: string) => void) => (value: string) => {
    set(value);
    setErrors({});
    add.reset();
  };
  const submit = () => {
    if (data === undefined) return;
    const units = amountOf(amount);
    const { left, smallest, currency } = data;
    const wrong = {
      ...(name.trim() === '' && { name: 'Enter who pays' }),
      ...((units === null || units < smallest || units > left) && {
        amount:
          left < smallest
            ? 'Nothing left to split'
            : `Please enter an amount from ${formatMoney(smallest, currency)} to ${formatMoney(left, currency)}`,
      }),
    };
    setErrors(wrong);
    if (units === null || Object.keys(wrong).length > 0) return;
    add.mutate(
      { name: name.trim(), amount: units },
      {
        onSuccess: ({ shares }) => {
          setName('');
          setAmount('');
          const created = shares.at(-1);
          if (created !== undefined) void copyLink(created.link);
        },
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Split Payment"
      description="Each person gets a link to pay their share by card. The link shows nothing else about the booking."
      onSubmit={submit}
      submitLabel="Create Link"
      pendingLabel="Creating link..."
      error={add.error === null || Object.keys(fields).length > 0 ? null : failureOf(format, add.error)}
      pending={add.isPending}
      unsaved={name.trim() !== '' || amount.trim() !== ''}
    >
      {data === undefined ? (
        <LoadState of={{ error, refetch }} failed="The shares could not be loaded">
          <Placeholder what="the shares" bars={['h-24']} />
        </LoadState>
      ) : (
        <div className="grid gap-4">
          {data.shares.length === 0 ? null : (
            <ul aria-label="Shares" className="grid gap-2">
              {data.shares.map((share) => (
                <Row key={share.id} share={share} currency={data.currency} onRemove={setRemoving} />
              ))}
            </ul>
          )}
          <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
            <Field label="Who Pays?" error={faults.name} required>
              <Input
                autoComplete="off"
                maxLength={100}
                value={name}
                onChange={(event) => changing(setName)(event.target.value)}
              />
            </Field>
            <Field
              label={`Amount (${data.currency})`}
              error={faults.amount}
              hint={`${formatMoney(data.left, data.currency)} left to split.`}
              required
            >
              <AmountInput value={amount} onChange={(event) => changing(setAmount)(event.target.value)} />
            </Field>
          </div>
        </div>
      )}
      {removing === null || data === undefined ? null : (
        <Remove
          bookingId={bookingId}
          share={removing}
          currency={data.currency}
          onClose={() => setRemoving(null)}
        />
      )}
    </FormDialog>
  );
}

const STATES: Record<PaymentShare['state'], { readonly tone: BadgeTone; readonly word: string }> = {
  open: { tone: 'orange', word: 'Not paid yet' },
  processing: { tone: 'yellow', word: 'Processing' },
  paid: { tone: 'green', word: 'Paid' },
};

interface RowProps {
  share: PaymentShare;
  currency: string;
  onRemove: (share: PaymentShare) => void;
}

function Row({ share, currency, onRemove }: RowProps) {
  const { tone, word } = STATES[share.state];
  return (
    <li className="grid gap-1.5 rounded-md border border-line bg-surface px-3.5 py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 break-words">{share.name}</span>
        <span className="tabular font-medium">{formatMoney(share.amount, currency)}</span>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Badge tone={tone}>{word}</Badge>
        {share.state === 'open' ? (
          <span className="-my-1 ml-auto flex flex-wrap gap-1">
            <Button
              kind="quiet"
              size="sm"
              aria-label={`Copy link for ${share.name}`}
              onClick={() => void copyLink(share.link)}
            >
              <Copy aria-hidden="true" />
              Copy Link
            </Button>
            <Button
              kind="quiet"
              size="sm"
              aria-label={`Remove ${share.name}`}
              onClick={() => onRemove(share)}
            >
              Remove
            </Button>
          </span>
        ) : null}
      </div>
    </li>
  );
}

interface RemoveProps {
  bookingId: number;
  share: PaymentShare;
  currency: string;
  onClose: () => void;
}

function Remove({ bookingId, share: { id, name, amount }, currency, onClose }: RemoveProps) {
  return (
    <ConfirmChange
      change={useRemoveShare(bookingId)}
      input={id}
      title={`Remove ${name}'s share?`}
      description={`The link to pay ${formatMoney(amount, currency)} will stop working.`}
      confirmLabel="Remove Share"
      pendingLabel="Removing..."
      onDone={() => toast({ title: 'Share removed', description: name })}
      onClose={onClose}
    />
  );
}
