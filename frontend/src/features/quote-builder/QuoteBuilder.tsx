import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '@/api/errors';
import { signOf } from '@/api/site-check';
import type { Quote, Venue } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { type Alternative, toastAbout } from '@/booking-form/answers';
import { typedFromIso } from '@/booking-form/dates';
import { type DraftLine, type LettersDraft, OTHER_PLACE, withFirst, withSize } from '@/booking-form/draft';
import { windowChoices } from '@/booking-form/install-windows';
import type { Offer } from '@/booking-form/offer';
import { changeOf, type FitOffer } from '@/booking-form/offers';
import { fillPickup } from '@/booking-form/pickup';
import {
  BOOKING_FAILED,
  BOOKING_SUBMITTED,
  eventChoices,
  FORM,
  MISSING_INFORMATION,
} from '@/booking-form/texts';
import { AddOns } from '@/components/booking/AddOns';
import { CustomerField } from '@/components/booking/CustomerField';
import { type Choice as ListedChoice, withKept } from '@/components/booking/kept-options';
import { MarksQuestion } from '@/components/booking/MarksQuestion';
import { CustomColorField, FinishField, MoreLines } from '@/components/booking/MoreLines';
import { placeLabels } from '@/components/booking/place-labels';
import { SiteCheck } from '@/components/booking/SiteCheck';
import { byName } from '@/components/by-name';
import { DayField } from '@/components/DayField';
import { Group } from '@/components/Group';
import { SearchSelect } from '@/components/SearchSelect';
import { TimeField } from '@/components/TimeField';
import { dayOf } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { paths, quotePath } from '@/lib/paths';
import { Card } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { toast } from '@/ui/toast-store';
import { UnsavedGuard } from '@/ui/UnsavedGuard';
import { BuilderSign } from './BuilderSign';
import { callerOf } from './caller';
import { Choice, errorAt, labels, TextBlock, TextInput } from './fields';
import { OfferFields, PriceFields } from './OfferFields';
import { PriceCard } from './PriceCard';
import { type Caller, type QuoteForm, type SaveResult, useQuoteForm } from './useQuote';

const QUOTE_FAILED = 'Failed to save quote';
/** Fields that only a quote has, by their server names. */
const terms = ['venueName', 'extraLines', 'discount', 'note', 'expiresAt'] as const;

export interface QuoteBuilderProps {
  /** Storage key of this form's draft. */
  name: string;
  offer: Offer;
  venues: readonly Venue[];
  /** Default validity of quotes, and whether they hold letters. */
  usual: { quoteDays: number; quotesHold: boolean };
  /** The quote to edit; null for a new one. */
  editing: Quote | null;
  /** Reloads that quote. */
  onReload: () => void;
  /** What is known of the customer of a new quote; stable. */
  caller?: Caller;
}

const nobody: Caller = {};

/**
 * The booking form for operators. In addition to the public form it shows stock counts and has custom lines
 * and a discount. Its content can be saved or sent as a quote, or booked.
 */
export function QuoteBuilder({
  name,
  offer,
  venues,
  usual,
  editing,
  onReload,
  caller = nobody,
}: QuoteBuilderProps) {
  const format = useFormat();
  const quote = useQuoteForm({ name, offer, venues, usuallyHolds: usual.quotesHold, editing, caller });
  const { form } = quote;
  const { currency, today } = offer;
  const choices = withKept(offer, editing?.options ?? []);
  const { booked } = form;
  const [first] = form.draft.lines;
  const firstPrice = quote.lines.prices.get(0);
  const changeFirst = (patch: Partial<LettersDraft>) => form.change(withFirst(form.draft, patch));
  const element = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { forgetTerms } = quote;
  const [saved, setSaved] = useState<{ id: number; send: boolean } | null>(null);

  useEffect(() => {
    if (booked === null) return;
    forgetTerms();
    toast({
      title: BOOKING_SUBMITTED.title,
      description:
        booked.status === 'pending'
          ? `${booked.customerName}'s booking is saved as a request.`
          : `${booked.customerName}'s booking is confirmed, and its letters are held.`,
    });
    void navigate(`${paths.bookings}?id=${booked.id}`);
  }, [booked, forgetTerms, navigate]);
  useEffect(() => {
    // The page that shows the quote opens the send dialog.
    if (saved !== null) void navigate(quotePath(saved.id), { state: { send: saved.send } });
  }, [saved, navigate]);

  const goTo = (field: string) => element.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  const onMissing = () => {
    form.revealMissing();
    toast({ ...MISSING_INFORMATION, destructive: true });
    // In the order of this page, which differs from the booking form's.
    const missing = new Set<string>(form.missing);
    const fields = element.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]') ?? [];
    [...fields].find(({ name }) => missing.has(name))?.focus();
  };
  /** Show the errors in the terms and focus the first one. Returns true if there are any. */
  const termsStandAgainst = (title: string): boolean => {
    quote.reveal();
    const term = quote.faultyTerm;
    if (term === undefined) return false;
    const line = [...quote.faults.lines.values()][0];
    const sentence =
      term === 'lines'
        ? quote.lines.fault
        : term === 'extraLines'
          ? (line?.text ?? line?.amount)
          : quote.faults[term];
    toast({ title, description: sentence ?? '', destructive: true });
    const wrong = element.current?.querySelector<HTMLElement>(`li [aria-invalid="true"]`);
    if ((term === 'lines' || term === 'extraLines') && wrong) wrong.focus();
    else goTo(term);
    return true;
  };
  const say = (title: string, result: SaveResult) => {
    if (result.kind === 'missing') toast({ ...MISSING_INFORMATION, destructive: true });
    if (result.kind === 'wrong') toast({ title, description: result.sentence, destructive: true });
    if (result.kind === 'refused') {
      const { description } = toastAbout(result.refusal);
      toast({ title, description, destructive: true });
    }
    const refused =
      result.kind === 'refused' && result.refusal.kind === 'fields' ? result.refusal.fields : {};
    const field = 'field' in result ? result.field : terms.find((name) => name in refused);
    if (field !== undefined) goTo(field);
  };
  const save = async (send: boolean) => {
    if (form.missing.indexOf('message') === -1 && termsStandAgainst(QUOTE_FAILED)) return;
    const result = await quote.save(send);
    if (result.kind !== 'saved') return say(QUOTE_FAILED, result);
    if (!send) toast({ title: 'Quote saved', description: 'It has not been sent yet.' });
    setSaved({ id: result.quote.id, send });
  };
  const book = async () => {
    if (form.missing.length === 0) {
      if (termsStandAgainst(BOOKING_FAILED.title)) return;
      if (quote.reasonFault !== undefined) {
        quote.askReason();
        toast({ ...BOOKING_FAILED, description: quote.reasonFault, destructive: true });
        return goTo('overbookReason');
      }
    }
    const result = await form.submit();
    if (result.kind === 'missing') return onMissing();
    say(BOOKING_FAILED.title, result);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter in a field is easily pressed by accident, and would send the quote.
    const inField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (event.key === 'Enter' && inField) event.preventDefault();
  };
  const take = ({ kind, size, deliveryDate, pickupDate }: Alternative) => {
    form.change(
      kind === 'size'
        ? // The offer applies to all letters together.
          withSize(form.draft, size)
        : {
            deliveryDate: typedFromIso(format, dayOf(deliveryDate)),
            pickupDate: typedFromIso(format, dayOf(pickupDate)),
          },
    );
  };
  const takeOffer = (offer: FitOffer) => {
    const { lines } = changeOf(offer, form.draft);
    if (lines === undefined) return;
    const [first, ...others] = lines;
    const isLetters = ({ kind }: DraftLine) => kind === 'letters';
    // Items and packages stay unchanged; alternatives only change letters.
    const otherLines = form.draft.lines.filter((line) => !isLetters(line));
    form.change({ lines: [first, ...others.filter(isLetters), ...otherLines] });
  };
  const sign = signOf(quote.sent, Number(form.draft.venueId) || null);
  const finishes = offer.sizes.find(({ code }) => code === first.size)?.finishes ?? [];
  const { error } = form.estimate;
  const estimateFields = error instanceof ApiError ? error.fields : {};

  return (
    <form ref={element} noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} className="grid gap-6">
      <Card className="overflow-hidden">
        <BuilderSign quote={quote} offer={offer}>
          <TextInput
            form={form}
            name="message"
            required
            maxLength={500}
            className="mx-auto w-full max-w-lg text-left"
          />
          <MarksQuestion message={first.text} onChange={(text) => changeFirst({ text })} />
        </BuilderSign>
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
                  options={choices.sizes.map(({ code, label, price }) => [
                    code,
                    price === null ? label : `${label} (${formatMoney(price, currency)} per letter)`,
                  ])}
                />
                <Choice
                  form={form}
                  name="colorOption"
                  options={choices.colors.map((row) => colorText(row, currency))}
                />
                <CustomColorField
                  line={first}
                  offer={offer}
                  error={form.errors.customColor}
                  onChange={(customColor) => changeFirst({ customColor })}
                />
                {finishes.length < 2 ? null : (
                  <FinishField
                    finishes={finishes}
                    value={first.finish}
                    error={form.errors.finish}
                    onChange={(finish) => changeFirst({ finish })}
                  />
                )}
              </div>
              <AddOns
                rows={choices.addOns}
                chosen={first.addOns}
                currency={currency}
                onChange={(addOns) => changeFirst({ addOns })}
              />
              {firstPrice === undefined ? null : (
                <p className="tabular text-right font-medium text-sm">
                  <span className="font-normal text-soft">These letters</span>{' '}
                  {formatMoney(firstPrice, currency)}
                </p>
              )}
              <MoreLines
                lines={form.draft.lines}
                onChange={(lines) => form.change({ lines })}
                faults={quote.lines.faults}
                error={quote.lines.error}
                prices={quote.lines.prices}
                offer={offer}
                choices={choices}
                currency={currency}
              />
            </Group>
            <Group title="Location and dates">
              <Field label={labels.venueId} error={errorAt(form, 'venueId')}>
                <SearchSelect
                  name="venueId"
                  value={form.draft.venueId}
                  always={[OTHER_PLACE, '']}
                  recent="venues"
                  onChoose={(venueId) => form.change({ venueId })}
                  onLeave={() => form.draft.venueId !== '' && form.leave('venueId')}
                  options={[
                    ['', 'To be decided'],
                    ...byName(venues).map(
                      ({ id, name: venue, city, state }) =>
                        [String(id), `${venue} · ${[city, state].filter(Boolean).join(', ')}`] as const,
                    ),
                    [OTHER_PLACE, FORM.otherPlace],
                  ]}
                />
              </Field>
              {form.draft.venueId === '' || form.draft.venueId === OTHER_PLACE ? (
                <OtherPlace quote={quote} />
              ) : null}
              {sign.lines.length === 0 ? null : <SiteCheck sign={sign} />}
              <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
                <DayField
                  label={labels.deliveryDate}
                  name="deliveryDate"
                  value={form.draft.deliveryDate}
                  onChange={(deliveryDate) => form.change({ deliveryDate })}
                  onLeave={(day) => {
                    form.leave('deliveryDate');
                    if (day)
                      void fillPickup(format, form, day, quote.limits.maxRentalDays, quote.fullDays.pickup);
                  }}
                  error={errorAt(form, 'deliveryDate')}
                  today={today}
                  other={quote.pickup}
                  time={timeOf(quote, 'deliveryTime')}
                  loadFullDays={quote.fullDays.delivery}
                />
                <ExactTime quote={quote} name="deliveryTime" label="Delivery Time" />
                <DayField
                  label={labels.pickupDate}
                  name="pickupDate"
                  value={form.draft.pickupDate}
                  onChange={(pickupDate) => form.change({ pickupDate })}
                  onLeave={() => form.leave('pickupDate')}
                  error={errorAt(form, 'pickupDate')}
                  today={today}
                  first={quote.delivery}
                  other={quote.delivery}
                  time={timeOf(quote, 'pickupTime')}
                  loadFullDays={quote.fullDays.pickup}
                />
                <ExactTime quote={quote} name="pickupTime" label="Pickup Time" />
              </div>
              <div className="grid gap-4 sm:grid-cols-2">
                <Choice
                  form={form}
                  name="preferredInstallTime"
                  empty="Any time"
                  options={windowChoices(format, offer, form.draft.preferredInstallTime)}
                />
                <Choice
                  form={form}
                  name="eventType"
                  empty="Choose an event type"
                  options={eventChoices(offer, form.draft.eventType)}
                />
              </div>
            </Group>
            <Group title="Customer">
              <div className="grid gap-4 sm:grid-cols-2">
                <CustomerField
                  label={labels.customerName}
                  name="customerName"
                  value={form.draft.customerName}
                  error={errorAt(form, 'customerName')}
                  onChange={(customerName) => {
                    form.change({ customerName });
                    // Another name is another customer, until one is chosen.
                    if (quote.terms.customerId !== '') quote.setTerms({ customerId: '' });
                  }}
                  onLeave={() => form.draft.customerName !== '' && form.leave('customerName')}
                  onChoose={(customer) => {
                    const { draft, terms } = callerOf(customer);
                    quote.setTerms(quote.terms.discount === '' ? terms : { customerId: terms.customerId });
                    form.change(draft);
                  }}
                  onContact={(kind, typed) =>
                    form.change({
                      customerName: '',
                      [kind === 'email' ? 'customerEmail' : 'customerPhone']: typed,
                    })
                  }
                />
                <TextInput form={form} name="customerEmail" type="email" maxLength={254} />
                <TextInput form={form} name="customerPhone" type="tel" maxLength={50} />
              </div>
              <TextBlock form={form} name="notes" maxLength={5000} />
            </Group>
            <PriceFields quote={quote} estimateFields={estimateFields} offer={offer} />
            <OfferFields
              quote={quote}
              today={today}
              quoteDays={usual.quoteDays}
              estimateFields={estimateFields}
            />
          </Card>
          <Peek quote={quote} currency={currency} />
        </div>
        <PriceCard
          quote={quote}
          currency={currency}
          onTake={take}
          onTakeOffer={takeOffer}
          onMissing={onMissing}
          onGoTo={goTo}
          onSave={() => save(false)}
          onBook={book}
          onReload={onReload}
        />
      </div>
      <UnsavedGuard dirty={quote.dirty && saved === null && booked === null} />
    </form>
  );
}

type TimeName = 'deliveryTime' | 'pickupTime';

/** An agreed time, and how to change it. */
function timeOf(quote: QuoteForm, name: TimeName) {
  return { value: quote.terms[name], onChange: (time: string) => quote.setTerms({ [name]: time }) };
}

/** Field for an agreed time, in addition to the date. */
function ExactTime({ quote, name, label }: { quote: QuoteForm; name: TimeName; label: string }) {
  return <TimeField label={label} name={name} {...timeOf(quote, name)} />;
}

/** Address that is not one of the business's venues. The ZIP code may determine the delivery fee. */
function OtherPlace({ quote: { form, terms, setTerms } }: { quote: QuoteForm }) {
  const { hasStates } = useSignedInUser();
  const labels = placeLabels(hasStates);
  const place = (
    <Field label="Location Name (Optional)">
      <Input
        name="venueName"
        autoComplete="off"
        maxLength={200}
        value={terms.venueName}
        onChange={(event) => setTerms({ venueName: event.target.value })}
      />
    </Field>
  );
  if (form.draft.venueId === '') return place;
  const also = (name: 'state' | 'country', label: string) => (
    <Field label={label}>
      <Input
        name={name}
        autoComplete="off"
        maxLength={60}
        value={terms[name]}
        onChange={(event) => setTerms({ [name]: event.target.value })}
      />
    </Field>
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {place}
      <TextInput form={form} name="street" maxLength={200} />
      <TextInput form={form} name="city" maxLength={100} />
      {also('state', `${labels.state} (Optional)`)}
      <TextInput form={form} name="zipCode" label={labels.zipCode} maxLength={20} />
      {also('country', 'Country (Optional)')}
      <TextInput form={form} name="accessNotes" maxLength={2000} className="sm:col-span-2" />
    </div>
  );
}

/**
 * Total at the bottom of narrow screens, where the price card comes last. Hidden from screen readers, because
 * the card has the same total.
 */
function Peek({ quote, currency }: { quote: QuoteForm; currency: string }) {
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
      <b className="font-semibold text-base">{formatMoney(price.total, currency)}</b>
    </p>
  );
}

function colorText({ code, label, price }: ListedChoice, currency: string): readonly [string, string] {
  if (price === null) return [code, label];
  return [code, price > 0 ? `${label} (+${formatMoney(price, currency)} per letter)` : `${label} (included)`];
}
