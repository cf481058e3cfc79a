import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAnnounceCharge, useCaptureHold, useChargeCard } from '@/api/card-on-file';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { newKey } from '@/booking-form/idempotency';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { amountOf, amountText } from '@/lib/typed-amount';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { AmountInput, Input, Select } from '@/ui/Input';
import { toast } from '@/ui/toast-store';
import { ChargePhotos } from './ChargePhotos';

interface Props {
  bookingId: number;
  /** The most that can be charged. */
  most: number;
  currency: string;
  onClose: () => void;
}

type When = 'now' | 'announced';

/** Charges the card on file, now or 48 hours after announcing the charge. */
export function ChargeCard({ card, ...props }: Props & { /** Name of the card. */ card: string }) {
  const [when, setWhen] = useState<When>('now');
  const chargeNow = useChargeCard(props.bookingId);
  const announce = useAnnounceCharge(props.bookingId);
  const charge = when === 'now' ? chargeNow : announce;
  // One key per open form, so that a resend charges nothing twice. An edit or a refusal makes a new key.
  const [key, setKey] = useState(() => newKey());
  const onError = (error: Error) => {
    // The server answers a repeated key with the same refusal. Without an answer, the key stays.
    if (error instanceof ApiError && [402, 409, 422].includes(error.status)) setKey(newKey());
  };
  return (
    <ChargeForm
      {...props}
      charge={charge}
      title="Charge Card"
      description={`${formatMoney(props.most, props.currency)} is due on this booking. The card is ${card}.`}
      submitLabel={when === 'now' ? 'Charge Card' : 'Announce Charge'}
      pendingLabel={when === 'now' ? 'Charging...' : 'Sending...'}
      amountFaults={['no_card', 'not_due']}
      initial={props.most}
      longestReason={300}
      onEdit={() => setKey(newKey())}
      onSubmit={({ amount, reason, photos }, done) => {
        const input = { key, amount, reason, ...(photos.length > 0 && { photoDigests: photos }) };
        if (when === 'now') {
          chargeNow.mutate(input, {
            onSuccess: ({ state }) => done(state === 'processing' ? 'Payment processing' : 'Card charged'),
            onError,
          });
        } else {
          announce.mutate(input, { onSuccess: () => done('Charge announced'), onError });
        }
      }}
    >
      <Field
        label="When"
        hint={
          when === 'now'
            ? undefined
            : 'We’ll send your customer the reason and photos now. Until the card is charged, they can pay another way, and you can withdraw the charge.'
        }
      >
        <Select
          value={when}
          onChange={(event) => {
            charge.reset();
            setKey(newKey());
            setWhen(event.target.value === 'announced' ? 'announced' : 'now');
          }}
        >
          <option value="now">Now</option>
          <option value="announced">In 48 hours, for damage or loss</option>
        </Select>
      </Field>
    </ChargeForm>
  );
}

/** Charges a part of the security hold for damage. */
export function CaptureHold(props: Props) {
  const capture = useCaptureHold(props.bookingId);
  return (
    <ChargeForm
      {...props}
      charge={capture}
      title="Capture Hold"
      description={`${formatMoney(props.most, props.currency)} is held on the card. The rest is released.`}
      submitLabel="Capture"
      pendingLabel="Capturing..."
      amountFaults={['no_hold', 'over_hold']}
      longestReason={200}
      onSubmit={({ amount, reason, photos }, done) =>
        capture.mutate(
          { amount, reason, ...(photos.length > 0 && { photoDigests: photos }) },
          { onSuccess: () => done('Hold captured') },
        )
      }
    />
  );
}

interface Charge {
  amount: number;
  reason: string;
  /** Digests of photos that show the reason. */
  photos: string[];
}

interface FormProps extends Props {
  charge: Pick<UseMutationResult<unknown, Error, never>, 'error' | 'isPending' | 'reset'>;
  title: string;
  description: string;
  submitLabel: string;
  pendingLabel: string;
  /** Error codes shown at the amount. */
  amountFaults: readonly string[];
  /** The initial amount; empty by default. */
  initial?: number;
  longestReason: number;
  onEdit?: () => void;
  /** Sends the charge. `done` closes the form with a toast. */
  onSubmit: (charge: Charge, done: (title: string) => void) => void;
  /** Additional fields. */
  children?: ReactNode;
}

/** A form with an amount and the reason for it. */
function ChargeForm({
  most,
  currency,
  charge,
  amountFaults,
  initial,
  longestReason,
  onEdit,
  onSubmit,
  onClose,
  children,
  ...dialog
}: FormProps) {
  const format = useFormat();
  const [amount, setAmount] = useState(initial === undefined ? '' : amountText(initial, currency));
  const [reason, setReason] = useState('');
  const [photos, setPhotos] = useState<string[]>([]);
  const [touched, setTouched] = useState(false);
  const [faults, setFaults] = useState<{ amount?: string; reason?: string }>({});
  const refused = charge.error instanceof ApiError ? charge.error : null;
  const amountRefused =
    refused !== null && amountFaults.includes(refused.code) ? refused.sentence : undefined;
  const fields: Readonly<Record<string, string>> = refused?.fields ?? {};
  const isShown =
    amountRefused !== undefined ||
    [fields.amount, fields.reason, fields.photoDigests].some((fault) => fault !== undefined);
  const changing =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      set(value);
      setTouched(true);
      setFaults({});
      charge.reset();
      onEdit?.();
    };
  const submit = () => {
    const units = amountOf(amount);
    const isAmount = units !== null && units <= most;
    const why = reason.trim();
    if (!isAmount || why === '') {
      setFaults({
        ...(!isAmount && { amount: `Enter an amount up to ${formatMoney(most, currency)}` }),
        ...(why === '' && { reason: 'Enter the reason for the charge' }),
      });
      return;
    }
    onSubmit({ amount: units, reason: why, photos }, (title) => {
      toast({ title, description: formatMoney(units, currency) });
      onClose();
    });
  };
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      onSubmit={submit}
      error={charge.error === null || isShown ? null : failureOf(format, charge.error)}
      pending={charge.isPending}
      unsaved={touched}
    >
      <div className="grid gap-4">
        <Field
          label={`Amount (${currency})`}
          error={faults.amount ?? amountRefused ?? fields.amount}
          required
        >
          <AmountInput
            className="sm:max-w-56"
            value={amount}
            onChange={(event) => changing(setAmount)(event.target.value)}
          />
        </Field>
        <Field
          label="Reason"
          error={faults.reason ?? fields.reason}
          hint="Your customer will see this."
          required
        >
          <Input
            value={reason}
            maxLength={longestReason}
            onChange={(event) => changing(setReason)(event.target.value)}
          />
        </Field>
        <ChargePhotos photos={photos} fault={fields.photoDigests} onChange={changing(setPhotos)} />
        {children}
      </div>
    </FormDialog>
  );
}
