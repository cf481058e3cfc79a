import { ApiError, sentenceOf } from '@/api/errors';
import type { Alternative, Breakdown, Refusal } from '@/booking-form/answers';
import type { TextField } from '@/booking-form/draft';
import { reasonLabel } from '@/booking-parts/own-terms';
import { OwnTotalLine, PriceLine, PriceLines } from '@/booking-parts/PriceLines';
import { StockNote } from '@/booking-parts/StockNote';
import { cn } from '@/lib/cn';
import { formatMoney } from '@/lib/money';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { labels } from './fields';
import { ownTotal, type Quote } from './useQuote';

export interface PriceCardProps {
  quote: Quote;
  currency: string;
  onTake: (alternative: Alternative) => void;
  /** The button was pressed while something is missing. */
  onMissing: () => void;
  onGoTo: (field: string) => void;
}

/** The price as it stands, whether the letters suffice, the operator's own terms, and the button. */
export function PriceCard({ quote, currency, onTake, onMissing, onGoTo }: PriceCardProps) {
  const { form, terms, setTerms, termErrors, short } = quote;
  const { estimate, pending, error } = form.estimate;
  const shown = estimate?.breakdown ?? null;
  const blames = error instanceof ApiError && Object.keys(error.fields).length > 0;
  const incomplete = form.missing.length > 0;
  const waiting = form.sending || pending;
  return (
    <Card aria-labelledby="price-title" className="lg:sticky lg:top-24">
      <div className="grid gap-4 p-5 text-sm">
        <h2 id="price-title" className="font-semibold text-base tracking-tight">
          Price
        </h2>
        {shown === null ? (
          <p className="text-soft">Type a message to see the price.</p>
        ) : (
          <div
            aria-busy={pending}
            className={cn('transition-opacity', (pending || error !== null) && 'opacity-50')}
          >
            <Figures price={shown} ownTotal={ownTotal(quote)} currency={currency} />
            {estimate?.available === null && quote.delivery === null ? (
              <p className="mt-2 text-faint">
                This is the price of one day. Add the dates to see the whole price and the free letters.
              </p>
            ) : null}
          </div>
        )}
        <div aria-live="polite" className="grid gap-3 empty:hidden">
          {estimate !== null && error === null && form.missing.indexOf('message') === -1 ? (
            <StockNote
              estimate={estimate}
              currency={currency}
              delivery={form.draft.deliveryDate}
              onTake={onTake}
            />
          ) : null}
          {error !== null && !blames ? (
            <p className="rounded-md bg-sunken px-3.5 py-3">
              {sentenceOf(error)}{' '}
              <button
                type="button"
                onClick={form.estimate.retry}
                className="cursor-pointer rounded-sm font-medium text-link underline underline-offset-2"
              >
                Try again
              </button>
            </p>
          ) : null}
        </div>
        {short ? (
          <Field
            label={reasonLabel}
            error={termErrors.overbookReason}
            hint="Needed to book over the stock. Only you see it."
            required
          >
            <Input
              name="overbookReason"
              value={terms.overbookReason}
              maxLength={300}
              onChange={(event) => setTerms({ overbookReason: event.target.value })}
            />
          </Field>
        ) : null}
        <Field
          label="Total (Optional)"
          error={termErrors.total}
          hint="Your own total, for example with a discount. Leave it empty to charge the computed price."
        >
          <Input
            name="total"
            inputMode="decimal"
            autoComplete="off"
            maxLength={14}
            value={terms.total}
            placeholder={shown === null ? '' : shown.total.toFixed(2)}
            className="tabular"
            onChange={(event) => setTerms({ total: event.target.value })}
          />
        </Field>
        {form.refusal === null || form.refusal.kind === 'fields' ? null : (
          <Alert title={refusalText(form.refusal)} />
        )}
        {/* A button that is disabled says nothing when pressed, so the place around it answers. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a convenience; the list below does the same. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
        <div onClick={() => incomplete && !waiting && onMissing()}>
          <Button
            type="submit"
            size="lg"
            className="w-full"
            disabled={incomplete || waiting}
            aria-busy={form.sending}
          >
            {form.sending ? 'Booking...' : short ? 'Book Over the Stock' : 'Create Booking'}
          </Button>
        </div>
        {incomplete ? <StillNeeded fields={form.missing} onGoTo={onGoTo} /> : null}
      </div>
    </Card>
  );
}

function Figures({
  price,
  ownTotal: own,
  currency,
}: {
  price: Breakdown;
  ownTotal: number | null;
  currency: string;
}) {
  return (
    <dl>
      <PriceLines price={price} currency={currency} />
      {own === null ? null : <OwnTotalLine computed={price.total} total={own} currency={currency} />}
      <PriceLine label="Total" strong>
        <span className="text-2xl">{formatMoney(own ?? price.total, currency)}</span>
      </PriceLine>
      {price.deposit > 0 ? (
        <PriceLine label="Deposit" detail="Part of the total, paid ahead">
          {formatMoney(price.deposit, currency)}
        </PriceLine>
      ) : null}
    </dl>
  );
}

function refusalText(refusal: Refusal): string {
  return refusal.kind === 'already_sent'
    ? 'This booking may already have been made. Look at your bookings first; to book it a second time, press the button again.'
    : refusal.sentence;
}

function StillNeeded({ fields, onGoTo }: { fields: readonly TextField[]; onGoTo: (field: string) => void }) {
  return (
    <p className="text-faint">
      Still needed:{' '}
      {fields.map((field, index) => (
        <span key={field}>
          {index > 0 ? ', ' : ''}
          <button
            type="button"
            onClick={() => onGoTo(field)}
            className="cursor-pointer rounded-sm text-link underline underline-offset-2"
          >
            {labels[field]}
          </button>
        </span>
      ))}
    </p>
  );
}
