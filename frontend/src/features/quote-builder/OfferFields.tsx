import { useState } from 'react';
import { useSignedInUser } from '@/api/user';
import type { Offer } from '@/booking-form/offer';
import { DayField } from '@/components/DayField';
import { Group } from '@/components/Group';
import { formatMoney } from '@/lib/money';
import { taxInText } from '@/lib/tax-name';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { AmountInput, Input, Select, Textarea } from '@/ui/Input';
import { SwitchField } from '@/ui/SwitchField';
import { ExtraLines } from './ExtraLines';
import { errorAt, labels, type OwnForm } from './fields';
import type { QuoteForm } from './useQuote';

/** The server's error about a term, from the last save or from the price estimate. */
function faultOf(quote: QuoteForm, estimateFields: Readonly<Record<string, string>>, name: string) {
  const { refusal } = quote.form;
  const refused = refusal?.kind === 'fields' ? refusal.fields[name] : undefined;
  return refused ?? estimateFields[name];
}

export interface OfferFieldsProps {
  quote: QuoteForm;
  today: string;
  /** Default validity of this business's quotes in days. */
  quoteDays: number;
  /** Errors from the price estimate, by field. */
  estimateFields: Readonly<Record<string, string>>;
}

export interface PriceFieldsProps extends Pick<OfferFieldsProps, 'quote' | 'estimateFields'> {
  offer: Pick<Offer, 'discountCodes' | 'damageWaiver' | 'currency'>;
}

/** Custom lines, the discount or a discount code, and the damage waiver. */
export function PriceFields({ quote, estimateFields, offer }: PriceFieldsProps) {
  const { form, terms, setTerms, faults, revealed } = quote;
  const { damageWaiver, discountCode } = form.draft;
  const coded = discountCode !== '';
  const taxWord = taxInText(useSignedInUser());
  return (
    <Group title="Extras and discount">
      <ExtraLines
        lines={terms.lines}
        faults={faults.lines}
        revealed={revealed}
        error={faultOf(quote, estimateFields, 'extraLines')}
        onChange={setTerms}
      />
      <div className="grid max-w-md grid-cols-[minmax(0,1fr)_9rem] items-start gap-x-3">
        <Field
          label="Discount"
          error={faults.discount ?? faultOf(quote, estimateFields, 'discount')}
          hint={coded ? 'Replaced by the discount code.' : `Applied before delivery fee and ${taxWord}.`}
        >
          <AmountInput
            name="discount"
            maxLength={14}
            placeholder="None"
            disabled={coded}
            value={coded ? '' : terms.discount}
            onChange={(event) => setTerms({ discount: event.target.value })}
          />
        </Field>
        <Field label="Discount As">
          <Select
            name="discountKind"
            disabled={coded}
            value={terms.discountKind}
            onChange={(event) =>
              setTerms({ discountKind: event.target.value === 'percent' ? 'percent' : 'amount' })
            }
          >
            <option value="amount">Amount</option>
            <option value="percent">Percent</option>
          </Select>
        </Field>
      </div>
      {offer.discountCodes || coded ? (
        <CodeField
          key={discountCode}
          form={form}
          error={errorAt(form, 'discountCode') ?? faultOf(quote, estimateFields, 'discountCode')}
        />
      ) : null}
      {offer.damageWaiver !== null || damageWaiver === 'yes' ? (
        <SwitchField
          label={labels.damageWaiver}
          hint={waiverHint(offer)}
          checked={damageWaiver === '' ? (offer.damageWaiver?.optOut ?? false) : damageWaiver === 'yes'}
          onChange={(taken) => form.change({ damageWaiver: taken ? 'yes' : 'no' })}
        />
      ) : null}
    </Group>
  );
}

function waiverHint({ damageWaiver, currency }: PriceFieldsProps['offer']): string {
  if (damageWaiver === null) return 'As agreed.';
  const { percent, amount } = damageWaiver;
  return percent === null
    ? `${formatMoney(amount ?? 0, currency)}, shown as a line in the price.`
    : `${percent}% of the order, shown as a line in the price.`;
}

/** A code counts once it is applied; a half-typed one does not. */
function CodeField({ form, error }: { form: OwnForm; error: string | undefined }) {
  const used = form.draft.discountCode;
  const [typed, setTyped] = useState(used);
  const isUsed = used !== '' && typed.trim() === used;
  const apply = () => form.change({ discountCode: isUsed ? '' : typed.trim() });
  return (
    <div className="grid max-w-md grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3">
      <Field label={labels.discountCode} error={error}>
        <Input
          name="discountCode"
          autoComplete="off"
          maxLength={80}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (!isUsed && typed.trim() !== '') apply();
          }}
        />
      </Field>
      <Button kind="secondary" className="mt-6.5" disabled={typed.trim() === ''} onClick={apply}>
        {isUsed ? 'Remove' : 'Apply'}
      </Button>
    </div>
  );
}

/** Fields for the note to the customer, and for the quote's validity. */
export function OfferFields({ quote, today, quoteDays, estimateFields }: OfferFieldsProps) {
  const { terms, setTerms, faults } = quote;
  return (
    <Group title="The offer">
      <Field
        label="Note to the Customer (Optional)"
        error={faultOf(quote, estimateFields, 'note')}
        hint="Shown on the quote, above your terms."
      >
        <Textarea
          name="note"
          rows={4}
          maxLength={5000}
          value={terms.note}
          onChange={(event) => setTerms({ note: event.target.value })}
        />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DayField
          label="Valid Until"
          name="expiresAt"
          value={terms.expiresAt}
          today={today}
          first={today}
          onChange={(expiresAt) => setTerms({ expiresAt })}
          error={faults.expiresAt ?? faultOf(quote, estimateFields, 'expiresAt')}
          hint={`Leave empty for ${quoteDays} days from sending.`}
        />
        <SwitchField
          label="Hold the letters"
          hint="No one else can book them until the quote expires."
          checked={terms.holdLetters}
          onChange={(holdLetters) => setTerms({ holdLetters })}
        />
      </div>
    </Group>
  );
}
