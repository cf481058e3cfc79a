import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Venue } from '@/api/types';
import { type Alternative, toastAbout } from '@/booking-form/answers';
import { typedFromIso } from '@/booking-form/dates';
import type { Offer, PricedChoice } from '@/booking-form/offer';
import {
  BOOKING_FAILED,
  BOOKING_SUBMITTED,
  EVENT_TYPES,
  INSTALL_TIMES,
  MISSING_INFORMATION,
} from '@/booking-form/texts';
import { AddOns } from '@/booking-parts/AddOns';
import { byName } from '@/booking-parts/by-name';
import { DayField } from '@/booking-parts/DayField';
import { Group } from '@/booking-parts/Group';
import { SignStage } from '@/booking-parts/SignStage';
import { dayOf } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { paths } from '@/lib/paths';
import { Card } from '@/ui/Card';
import { toast } from '@/ui/toast-store';
import { Choice, errorAt, labels, TextBlock, TextInput } from './fields';
import { PriceCard } from './PriceCard';
import { ownTotal, type Quote, useQuote } from './useQuote';

export interface QuoteBuilderProps {
  /** Names what is kept of this form in the browser. */
  name: string;
  offer: Offer;
  venues: readonly Venue[];
}

/** The booking form as an operator fills it in: the same fields, with free counts, an own total and overbooking. */
export function QuoteBuilder({ name, offer, venues }: QuoteBuilderProps) {
  const quote = useQuote(name, offer, venues);
  const { form } = quote;
  const { currency, today } = offer;
  const { booked } = form;
  const element = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { clearTerms } = quote;

  useEffect(() => {
    if (booked === null) return;
    clearTerms();
    toast(BOOKING_SUBMITTED);
    navigate(`${paths.bookings}?id=${booked.id}`);
  }, [booked, clearTerms, navigate]);

  const goTo = (field: string) => element.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  const onMissing = () => {
    const field = form.revealMissing();
    toast({ ...MISSING_INFORMATION, destructive: true });
    if (field !== undefined) goTo(field);
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    quote.revealTerms();
    const faulty = (['overbookReason', 'total'] as const).find((term) => quote.faults[term] !== undefined);
    if (form.missing.length === 0 && faulty !== undefined) {
      toast({ ...BOOKING_FAILED, description: quote.faults[faulty] ?? '', destructive: true });
      return goTo(faulty);
    }
    const result = await form.submit();
    if (result.kind === 'missing') return onMissing();
    if (result.kind === 'wrong')
      toast({ ...BOOKING_FAILED, description: result.sentence, destructive: true });
    if (result.kind === 'refused') {
      toast({ ...toastAbout(result.refusal), destructive: true });
    }
    if ('field' in result && result.field !== undefined) goTo(result.field);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // With its button disabled a form does not submit on Enter, so the answer is given here.
    const inField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (event.key === 'Enter' && inField && form.missing.length > 0) {
      event.preventDefault();
      onMissing();
    }
  };
  const take = ({ kind, size, deliveryDate, pickupDate }: Alternative) =>
    form.change(
      kind === 'size'
        ? { size }
        : {
            deliveryDate: typedFromIso(dayOf(deliveryDate)),
            pickupDate: typedFromIso(dayOf(pickupDate)),
          },
    );
  const missingLetters =
    form.estimate.estimate?.available === false
      ? form.estimate.estimate.shortages.map(({ letter }) => letter)
      : [];

  return (
    <form ref={element} noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} className="grid gap-6">
      <Card className="overflow-hidden">
        <SignStage message={form.draft.message} size={form.draft.size} missing={missingLetters} height={104}>
          <TextInput
            form={form}
            name="message"
            required
            maxLength={500}
            className="mx-auto w-full max-w-lg text-left"
          />
        </SignStage>
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="min-w-0">
          <Card className="grid gap-8 p-5 sm:p-6">
            <Group title="The letters">
              <div className="grid gap-4 sm:grid-cols-2">
                <Choice
                  form={form}
                  name="size"
                  required
                  options={offer.sizes.map(({ code, label, price }) => [
                    code,
                    `${label} (${formatMoney(price, currency)} per letter)`,
                  ])}
                />
                <Choice
                  form={form}
                  name="colorOption"
                  options={offer.colors.map((row) => colorText(row, currency))}
                />
              </div>
              <AddOns
                rows={offer.addOns}
                chosen={form.draft.addOns}
                currency={currency}
                onChange={(addOns) => form.change({ addOns })}
              />
            </Group>
            <Group title="Place and dates">
              <Choice
                form={form}
                name="venueId"
                required={quote.limits.venueRequired}
                empty={quote.limits.venueRequired ? 'Choose a venue' : 'No venues yet'}
                options={byName(venues).map(({ id, name: venue, city, state }) => [
                  String(id),
                  `${venue} · ${city}, ${state}`,
                ])}
              />
              <div className="grid gap-4 sm:grid-cols-2">
                <DayField
                  label={labels.deliveryDate}
                  name="deliveryDate"
                  value={form.draft.deliveryDate}
                  onChange={(deliveryDate) => form.change({ deliveryDate })}
                  onLeave={() => form.leave('deliveryDate')}
                  error={errorAt(form, 'deliveryDate')}
                  required
                  today={today}
                  other={quote.pickup}
                  loadFullDays={quote.loadFullDays}
                />
                <DayField
                  label={labels.pickupDate}
                  name="pickupDate"
                  value={form.draft.pickupDate}
                  onChange={(pickupDate) => form.change({ pickupDate })}
                  onLeave={() => form.leave('pickupDate')}
                  error={errorAt(form, 'pickupDate')}
                  required
                  today={today}
                  first={quote.delivery}
                  other={quote.delivery}
                  loadFullDays={quote.loadFullDays}
                />
                <Choice
                  form={form}
                  name="preferredInstallTime"
                  empty="Any time"
                  options={Object.entries(INSTALL_TIMES)}
                />
                <Choice
                  form={form}
                  name="eventType"
                  empty="Choose an event type"
                  options={Object.entries(EVENT_TYPES)}
                />
              </div>
            </Group>
            <Group title="Customer">
              <div className="grid gap-4 sm:grid-cols-2">
                <TextInput form={form} name="customerName" required maxLength={200} />
                <TextInput form={form} name="customerEmail" type="email" required maxLength={254} />
                <TextInput form={form} name="customerPhone" type="tel" maxLength={50} />
              </div>
              <TextBlock form={form} name="notes" maxLength={5000} />
            </Group>
          </Card>
          <Peek quote={quote} currency={currency} />
        </div>
        <PriceCard quote={quote} currency={currency} onTake={take} onMissing={onMissing} onGoTo={goTo} />
      </div>
    </form>
  );
}

/** On a narrow screen the price comes last, so the total goes along; the price card says the same to everybody. */
function Peek({ quote, currency }: { quote: Quote; currency: string }) {
  const price = quote.form.estimate.estimate?.breakdown ?? null;
  if (price === null || quote.form.missing.includes('message')) return null;
  return (
    <p
      aria-hidden="true"
      className="night tabular sticky bottom-3 mx-1 mt-3 flex items-center justify-between rounded-lg border border-line bg-surface px-4 py-3 text-ink text-sm shadow-pop lg:hidden"
    >
      <span className={quote.short ? 'font-medium text-amber' : 'text-soft'}>
        {quote.short ? 'Not enough letters' : 'Total'}
      </span>
      <b className="font-semibold text-base">{formatMoney(ownTotal(quote) ?? price.total, currency)}</b>
    </p>
  );
}

function colorText({ code, label, price }: PricedChoice, currency: string): readonly [string, string] {
  return [code, price > 0 ? `${label} (+${formatMoney(price, currency)} per letter)` : `${label} (included)`];
}
