import { ApiError, sentenceOf } from '@/api/errors';
import type { OwnEstimate } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import type { Alternative, Breakdown, Refusal } from '@/booking-form/answers';
import type { TextField } from '@/booking-form/draft';
import type { FitOffer } from '@/booking-form/offers';
import { EmailChoice } from '@/components/booking/EmailChoice';
import { OverbookReason } from '@/components/booking/OverbookReason';
import { DepositLine, PriceLine, PriceLines } from '@/components/booking/PriceLines';
import { placeWords } from '@/components/booking/place-labels';
import { StockNote } from '@/components/booking/StockNote';
import { cn } from '@/lib/cn';
import { formatMoney } from '@/lib/money';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Checkbox } from '@/ui/Checkbox';
import { Declined } from './Declined';
import { labels } from './fields';
import type { BookingChoice, QuoteForm } from './useQuote';

export interface PriceCardProps {
  quote: QuoteForm;
  currency: string;
  onTake: (alternative: Alternative) => void;
  onTakeOffer: (offer: FitOffer) => void;
  /** "Book Now" was pressed with required fields missing. */
  onMissing: () => void;
  onGoTo: (field: string) => void;
  onSave: () => void;
  onBook: () => void;
  /** Reloads a quote that another user has changed, and discards the typed changes. */
  onReload: () => void;
}

/** The current price, availability, and the actions. */
export function PriceCard({
  quote,
  currency,
  onTake,
  onTakeOffer,
  onMissing,
  onGoTo,
  onSave,
  onBook,
  onReload,
}: PriceCardProps) {
  const { form, terms, setTerms, short } = quote;
  const { estimate, pending, error } = form.estimate;
  const shown = estimate?.breakdown ?? null;
  const blames = error instanceof ApiError && Object.keys(error.fields).length > 0;
  return (
    <Card aria-labelledby="price-title" className="lg:sticky lg:top-24">
      <div className="grid gap-4 p-5 text-sm">
        <h2 id="price-title" className="font-semibold text-base tracking-tight">
          Price
        </h2>
        {shown === null ? (
          <p className="text-soft">Type a message or add an item to see the price.</p>
        ) : (
          <div
            aria-busy={pending}
            className={cn('transition-opacity', (pending || error !== null) && 'opacity-50')}
          >
            <Figures price={shown} currency={currency} />
            <DeliveryNote delivery={estimate?.delivery ?? null} />
            {estimate?.available === null && quote.delivery === null ? (
              <p className="mt-2 text-faint">
                Price for one day. Add dates to see the full price and availability.
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
              onTakeOffer={onTakeOffer}
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
        {short ? <Declined {...quote.declined} /> : null}
        {short ? (
          <OverbookReason
            value={terms.overbookReason}
            error={quote.reasonAsked ? quote.reasonFault : undefined}
            hint="Required to overbook, not for a quote. Only you see it."
            required={false}
            onChange={(overbookReason) => setTerms({ overbookReason })}
          />
        ) : null}
        {form.refusal === null || form.refusal.kind === 'fields' ? null : form.refusal.kind === 'stale' ? (
          <Alert
            title={form.refusal.sentence}
            action={
              <Button kind="secondary" size="sm" onClick={onReload}>
                Reload Quote
              </Button>
            }
          >
            Your changes stay here until you reload the quote.
          </Alert>
        ) : (
          <Alert title={refusalText(form.refusal)} />
        )}
        {quote.bookingChoice === null ? null : <BookingChoices quote={quote} choice={quote.bookingChoice} />}
        <Actions quote={quote} onMissing={onMissing} onSave={onSave} onBook={onBook} />
        {form.missing.length > 0 ? <StillNeeded fields={form.missing} onGoTo={onGoTo} /> : null}
      </div>
    </Card>
  );
}

/** Options for "Book Now": confirm the booking, or keep it as a request. */
function BookingChoices({ quote, choice }: { quote: QuoteForm; choice: BookingChoice }) {
  const { setBookingChoice } = quote;
  return (
    <fieldset className="grid">
      <legend className="mb-0.5 text-faint text-xs">When you book now</legend>
      <Checkbox
        label="Keep as request"
        checked={choice.asRequest}
        onChange={(asRequest) => setBookingChoice({ asRequest })}
      />
      {choice.asRequest ? (
        <p className="text-faint text-xs">
          The booking stays pending, and its letters are held for a limited time.
        </p>
      ) : (
        <EmailChoice
          to={quote.form.draft.customerEmail.trim() || null}
          label="Email the confirmation to the customer"
          checked={choice.notify}
          onChange={(notify) => setBookingChoice({ notify })}
        />
      )}
    </fieldset>
  );
}

/** The buttons. Send is the form's submit button; the other two are below it. */
function Actions({
  quote,
  onMissing,
  onSave,
  onBook,
}: Pick<PriceCardProps, 'quote' | 'onMissing' | 'onSave' | 'onBook'>) {
  const { form, saving, short } = quote;
  const incomplete = form.missing.length > 0;
  const busy = saving || form.sending;
  return (
    <div className="grid gap-2">
      <Button type="submit" size="lg" disabled={busy} pending={saving} pendingLabel="Saving...">
        Send Quote
      </Button>
      <div className="grid grid-cols-2 gap-2">
        <Button kind="secondary" className="px-2" disabled={busy} onClick={onSave}>
          Save as Quote
        </Button>
        {/* A disabled button does not react, so its wrapper handles the press. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a convenience; the list below does the same. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
        <div className="grid" onClick={() => incomplete && !busy && onMissing()}>
          <Button
            kind="secondary"
            className="px-2"
            disabled={incomplete || busy || form.estimate.pending}
            pending={form.sending}
            pendingLabel="Booking..."
            onClick={onBook}
          >
            {short ? 'Overbook' : 'Book Now'}
          </Button>
        </div>
      </div>
    </div>
  );
}

function Figures({ price, currency }: { price: Breakdown; currency: string }) {
  return (
    <dl>
      <PriceLines price={price} currency={currency} />
      <PriceLine label="Total" strong>
        <span className="text-2xl">{formatMoney(price.total, currency)}</span>
      </PriceLine>
      <DepositLine deposit={price.deposit} currency={currency} />
    </dl>
  );
}

/** Notes about the delivery fee: free, or not determined yet. */
function DeliveryNote({ delivery }: { delivery: OwnEstimate['delivery'] | null }) {
  const { zipCode } = placeWords(useSignedInUser().hasStates);
  if (!delivery) return null;
  const { zone, fee, toConfirm } = delivery;
  const unknown = `the ${zipCode} is missing or outside your zones.`;
  const open =
    zone !== null
      ? null
      : fee === 0
        ? `No delivery fee yet: ${unknown}`
        : `Using the delivery fee from your price list: ${unknown}`;
  const note = toConfirm
    ? (open ?? `Delivery to ${zone} is by quote only.`)
    : zone !== null && fee === 0
      ? `Delivery to ${zone} is free.`
      : null;
  return note && <p className="mt-2 text-faint">{note}</p>;
}

function refusalText(refusal: Refusal): string {
  return refusal.kind === 'already_sent'
    ? 'This may already have been saved. Check your quotes and bookings first. To save it a second time, press the button again.'
    : refusal.sentence;
}

function StillNeeded({ fields, onGoTo }: { fields: readonly TextField[]; onGoTo: (field: string) => void }) {
  return (
    <p className="text-faint">
      Still needed to book:{' '}
      {fields.map((field, index) => (
        <span key={field}>
          {index > 0 ? ', ' : ''}
          <button
            type="button"
            onClick={() => onGoTo(field)}
            className="cursor-pointer rounded-sm text-link underline underline-offset-2"
          >
            {field === 'customerEmail' ? 'Email or Phone' : labels[field]}
          </button>
        </span>
      ))}
    </p>
  );
}
