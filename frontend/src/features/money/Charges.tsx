import { useState } from 'react';
import { type Charge, hasBegun, isFee, useCharges, useDecideCharge } from '@/api/charges';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { useCan } from '@/api/rights';
import type { BookingDetails } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { taxInText } from '@/lib/tax-name';
import { amountText } from '@/lib/typed-amount';
import { sizeName } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { PriceInput } from '@/ui/Input';
import { Section } from '@/ui/Section';
import { useUnsaved } from '@/ui/UnsavedGuard';
import { ReportDamage } from './ReportDamage';

const states = {
  proposed: { tone: 'yellow', word: 'Proposed' },
  charged: { tone: 'green', word: 'Charged' },
  waived: { tone: 'neutral', word: 'Not charged' },
} as const;
const bases = { repair: 'Repair cost', replacement: 'Replacement price' } as const;

/**
 * Proposed and charged fees for damage, losses, rescheduling and late payments. Nothing is charged until the
 * user confirms it.
 */
export function Charges({ booking, currency }: { booking: BookingDetails; currency: string }) {
  const { data } = useCharges(booking);
  const reports = useCan('changeStock') && hasBegun(booking);
  const [reporting, setReporting] = useState(false);
  if (data === undefined || (data.charges.length === 0 && !reports)) return null;
  return (
    <Section
      title={data.charges.some(({ kind }) => isFee(kind)) ? 'Charges and Damage' : 'Damage and Losses'}
    >
      <div className="grid justify-items-start gap-3">
        {data.charges.length === 0 ? null : (
          <ul className="grid w-full gap-3">
            {data.charges.map((charge) => (
              <li key={charge.id} className="rounded-lg border border-line bg-raised p-3">
                <Row bookingId={booking.id} charge={charge} currency={currency} />
              </li>
            ))}
          </ul>
        )}
        {!reports ? null : reporting ? (
          <ReportDamage bookingId={booking.id} onDone={() => setReporting(false)} />
        ) : (
          <Button size="sm" kind="secondary" onClick={() => setReporting(true)}>
            Report Damage or Loss
          </Button>
        )}
      </div>
    </Section>
  );
}

function Row({ bookingId, charge, currency }: { bookingId: number; charge: Charge; currency: string }) {
  const format = useFormat();
  const { id, state, kind, name, size, count, note, amount, tax } = charge;
  const handles = useCan('handleBookings');
  const decide = useDecideCharge(bookingId);
  const taxWord = taxInText(useSignedInUser());
  const [editing, setEditing] = useState(false);
  const money = (units: number) => formatMoney(units, currency);
  const fee = isFee(kind);
  const what = fee ? name : `${count} × ${name}${size === null ? '' : ` (${sizeName(format, size)})`}`;
  const hasAmount = amount !== null;
  const sum = (amount ?? 0) + tax;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="wrap-anywhere min-w-0">
          <b className="font-semibold">{what}</b> {fee ? '' : kind === 'missing' ? 'lost' : 'damaged'}
          {note === null ? null : <span className="block text-soft">{note}</span>}
        </p>
        <Badge tone={states[state].tone}>{states[state].word}</Badge>
      </div>
      {charge.covered ? (
        <p className="text-soft">
          {state === 'charged'
            ? 'The customer has the damage waiver but was charged anyway.'
            : 'The customer has the damage waiver, so no charge is proposed.'}
        </p>
      ) : null}
      {state === 'waived' ? null : (
        <p className="text-soft">
          {hasAmount ? (
            <>
              <b className="tabular font-semibold text-ink">{money(sum)}</b>
              {tax > 0 ? `, including ${money(tax)} ${taxWord}` : ''}
              {charge.basis === null ? '' : `. ${bases[charge.basis]}.`}
            </>
          ) : (
            'No repair cost or replacement price has been entered.'
          )}
        </p>
      )}
      {!handles ? null : editing ? (
        <Amount
          charge={charge}
          currency={currency}
          error={decide.error}
          isPending={decide.isPending}
          onCancel={() => {
            decide.reset();
            setEditing(false);
          }}
          onCharge={(input) =>
            decide.mutate({ id, state: 'charged', ...input }, { onSuccess: () => setEditing(false) })
          }
        />
      ) : state === 'proposed' ? (
        <div className="flex flex-wrap gap-2">
          {hasAmount ? (
            <Button
              size="sm"
              disabled={decide.isPending}
              onClick={() => decide.mutate({ id, state: 'charged' })}
            >
              Charge {money(sum)}
            </Button>
          ) : null}
          <Button
            size="sm"
            kind={hasAmount ? 'secondary' : 'primary'}
            disabled={decide.isPending}
            onClick={() => setEditing(true)}
          >
            {hasAmount ? 'Other Amount' : 'Enter an Amount'}
          </Button>
          <Button
            size="sm"
            kind="quiet"
            disabled={decide.isPending}
            onClick={() => decide.mutate({ id, state: 'waived' })}
          >
            Don't Charge
          </Button>
          <p className="basis-full text-faint text-xs">We'll email the customer about the charge.</p>
        </div>
      ) : (
        <div>
          <Button
            size="sm"
            kind="quiet"
            disabled={decide.isPending}
            onClick={() => decide.mutate({ id, state: 'proposed' })}
          >
            {state === 'charged' ? 'Undo Charge' : charge.covered ? 'Charge Anyway' : 'Reconsider'}
          </Button>
        </div>
      )}
      {decide.error === null || editing ? null : <FailureAlert failure={failureOf(format, decide.error)} />}
    </div>
  );
}

interface AmountProps {
  charge: Charge;
  currency: string;
  error: Error | null;
  isPending: boolean;
  onCharge: (charge: { amount: number; taxed: boolean }) => void;
  onCancel: () => void;
}

function Amount({ charge, currency, error, isPending, onCharge, onCancel }: AmountProps) {
  const format = useFormat();
  const taxWord = taxInText(useSignedInUser());
  const proposed = typeof charge.amount === 'number' ? amountText(charge.amount, currency) : '';
  const [amount, setAmount] = useState(proposed);
  const [taxed, setTaxed] = useState(charge.taxed);
  const { leave, question } = useUnsaved(amount !== proposed || taxed !== charge.taxed);
  const [missing, setMissing] = useState(false);
  const fields: Readonly<Record<string, string>> = error instanceof ApiError ? error.fields : {};
  return (
    <form
      aria-label="Charge"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const entered = Number(amount);
        if (amount.trim() === '' || Number.isNaN(entered)) setMissing(true);
        else onCharge({ amount: entered, taxed });
      }}
    >
      <Field
        label={`Amount before tax (${currency})`}
        error={missing ? 'Enter an amount' : fields.amount}
        required
      >
        <PriceInput
          value={amount}
          onChange={(event) => {
            setAmount(event.target.value);
            setMissing(false);
          }}
        />
      </Field>
      <Checkbox label={`Add the booking's ${taxWord}`} checked={taxed} onChange={setTaxed} />
      {error === null || fields.amount !== undefined ? null : (
        <FailureAlert failure={failureOf(format, error)} />
      )}
      <div className="flex gap-2">
        <Button type="submit" size="sm" disabled={isPending}>
          Charge
        </Button>
        <Button size="sm" kind="quiet" onClick={() => leave(onCancel)}>
          Cancel
        </Button>
      </div>
      {question}
    </form>
  );
}
