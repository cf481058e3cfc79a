import { DayField } from '@/booking-parts/DayField';
import { Group } from '@/booking-parts/Group';
import { Field } from '@/ui/Field';
import { Input, Select, Textarea } from '@/ui/Input';
import { SwitchField } from '@/ui/SwitchField';
import { ExtraLines } from './ExtraLines';
import type { QuoteForm } from './useQuote';

/** The server's sentences about the terms: of the last save, or of the price as it is typed. */
function faultOf(quote: QuoteForm, estimateFields: Readonly<Record<string, string>>, name: string) {
  const { refusal } = quote.form;
  const refused = refusal?.kind === 'fields' ? refusal.fields[name] : undefined;
  return refused ?? estimateFields[name];
}

export interface OfferFieldsProps {
  quote: QuoteForm;
  today: string;
  /** How many days a quote of this business is usually open. */
  quoteDays: number;
  /** What the price check found fault with, by field. */
  estimateFields: Readonly<Record<string, string>>;
}

/** Own lines and the discount. */
export function PriceFields({ quote, estimateFields }: Pick<OfferFieldsProps, 'quote' | 'estimateFields'>) {
  const { terms, setTerms, faults, revealed } = quote;
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
          hint="Taken off before delivery fee and sales tax."
        >
          <Input
            name="discount"
            inputMode="decimal"
            autoComplete="off"
            maxLength={14}
            placeholder="None"
            className="tabular"
            value={terms.discount}
            onChange={(event) => setTerms({ discount: event.target.value })}
          />
        </Field>
        <Field label="Discount As">
          <Select
            name="discountKind"
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
    </Group>
  );
}

/** The note that the customer reads beside the price, and how long the quote is valid. */
export function OfferFields({ quote, today, quoteDays, estimateFields }: OfferFieldsProps) {
  const { terms, setTerms, faults } = quote;
  return (
    <Group title="The offer">
      <Field
        label="Note to the Customer (Optional)"
        error={faultOf(quote, estimateFields, 'note')}
        hint="Stands on the quote, above your terms."
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
          hint={`Left empty: ${quoteDays} days from sending.`}
        />
        <SwitchField
          label="Hold the letters"
          hint="Nobody else can book them until the quote expires."
          checked={terms.holdLetters}
          onChange={(holdLetters) => setTerms({ holdLetters })}
        />
      </div>
    </Group>
  );
}
