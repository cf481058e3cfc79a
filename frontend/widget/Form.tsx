/** The booking form itself: the stage, three calm groups, the price. */
import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useMemo } from 'react';
import { type Alternative, toastAbout } from '@/booking-form/answers';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { type BookingDraft, EMPTY_DRAFT } from '@/booking-form/draft';
import { draftStorage } from '@/booking-form/draft-storage';
import type { Offer, PricedChoice, VenueChoice } from '@/booking-form/offer';
import {
  BOOKING_FAILED,
  BOOKING_SUBMITTED,
  EVENT_TYPES,
  INSTALL_TIMES,
  MISSING_INFORMATION,
  type ToastText,
} from '@/booking-form/texts';
import { type SubmitResult, useBookingForm } from '@/booking-form/useBookingForm';
import { formatMoney } from '@/lib/money';
import { lettersOf } from '@/sign/letters';
import { type Booked, calls, loadFullDays } from './calls';
import { DateField } from './DateField';
import { Done } from './Done';
import { control, type Form, fieldId, Input, Labelled, Select, TextArea } from './fields';
import { Heading } from './Heading';
import { PriceCard, STOCK_ID } from './PriceCard';
import type { FormParams } from './params';
import { previewCalls } from './preview';
import { Stage } from './Stage';

interface FormProps {
  readonly params: FormParams;
  readonly offer: Offer;
  readonly venues: readonly VenueChoice[];
  readonly toast: (text: ToastText, bad?: boolean) => void;
  readonly onBooked: (booking: Booked) => void;
  readonly onGone: () => void;
}

/** What a fresh form holds for this operator. */
function freshDraft(offer: Offer, defaultSize: string | null): BookingDraft {
  const sizes = offer.sizes.map((row) => row.code);
  const size = sizes.find((code) => code === defaultSize) ?? sizes.at(-1) ?? '';
  const color = offer.colors.find((row) => row.code === EMPTY_DRAFT.colorOption) ?? offer.colors[0];
  return { ...EMPTY_DRAFT, size, colorOption: color?.code ?? '' };
}

/** A kept draft without choices that the operator has withdrawn since. */
function stillOffered(
  draft: BookingDraft,
  fresh: BookingDraft,
  offer: Offer,
  venues: readonly VenueChoice[],
): BookingDraft {
  return {
    ...draft,
    size: offer.sizes.some((row) => row.code === draft.size) ? draft.size : fresh.size,
    colorOption: offer.colors.some((row) => row.code === draft.colorOption)
      ? draft.colorOption
      : fresh.colorOption,
    addOns: draft.addOns.filter((code) => offer.addOns.some((row) => row.code === code)),
    venueId: venues.some((venue) => String(venue.id) === draft.venueId) ? draft.venueId : '',
  };
}

function AddOns({ form, rows, currency }: { form: Form; rows: readonly PricedChoice[]; currency: string }) {
  const toggle = (code: string) => {
    const { addOns } = form.draft;
    form.change({
      addOns: addOns.includes(code) ? addOns.filter((other) => other !== code) : [...addOns, code],
    });
  };
  return (
    <div className="add-ons">
      {rows.map(({ code, label, price }) => (
        <label key={code} className="add-on">
          <input
            type="checkbox"
            name={code}
            checked={form.draft.addOns.includes(code)}
            onChange={() => toggle(code)}
            aria-labelledby={`add-on-${code}`}
            aria-describedby={`add-on-${code}-price`}
          />
          <span id={`add-on-${code}`}>{label}</span>
          <small id={`add-on-${code}-price`}>+{formatMoney(price, currency)} per day</small>
        </label>
      ))}
    </div>
  );
}

function focusOn(name: string) {
  document.getElementById(fieldId(name))?.focus();
}

export function BookForm({ params, offer, venues, toast, onBooked, onGone }: FormProps) {
  const { operator, hideHeader, defaultSize } = params;
  const { today, currency } = offer;
  const initial = useMemo(() => freshDraft(offer, defaultSize), [offer, defaultSize]);
  const limits = useMemo(
    () => ({
      today,
      lastDay: offer.lastDay,
      maxRentalDays: offer.maxRentalDays,
      venueRequired: venues.length > 0,
    }),
    [today, offer.lastDay, offer.maxRentalDays, venues.length],
  );
  const storage = useMemo(() => {
    const kept = draftStorage(operator);
    return {
      ...kept,
      load: () => {
        const form = kept.load();
        return form && { ...form, draft: stillOffered(form.draft, initial, offer, venues) };
      },
    };
  }, [operator, initial, offer, venues]);
  const form = useBookingForm({
    limits,
    operator,
    initial,
    calls: params.preview ? previewCalls : calls,
    storage,
  });
  const { draft, change, booked } = form;
  useEffect(() => {
    if (booked) onBooked(booked);
  }, [booked, onBooked]);

  const buildable = lettersOf(draft.message).length > 0;
  const { message, size } = draft;
  const fullDays = useCallback(
    (month: string, signal: AbortSignal) => loadFullDays({ operator, size, message }, month, signal),
    [operator, size, message],
  );
  const delivery = isoFromTyped(draft.deliveryDate);
  const pickup = isoFromTyped(draft.pickupDate);

  const report = (result: SubmitResult) => {
    if (result.kind === 'booked') return toast(BOOKING_SUBMITTED);
    if (result.kind === 'sending') return;
    if (result.kind === 'missing') toast(MISSING_INFORMATION, true);
    if (result.kind === 'wrong') toast({ ...BOOKING_FAILED, description: result.sentence }, true);
    if (result.kind === 'refused') {
      if (result.refusal.kind === 'no_operator') return onGone();
      toast(toastAbout(result.refusal), true);
    }
    if ('field' in result && result.field) focusOn(result.field);
  };
  const onMissing = () => {
    const field = form.revealMissing();
    toast(MISSING_INFORMATION, true);
    if (field) focusOn(field);
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    report(await form.submit());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // With its button disabled a form does not submit on Enter, so the answer is given here.
    const inField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (event.key === 'Enter' && inField && form.missing.length > 0) {
      event.preventDefault();
      onMissing();
    }
  };
  const take = ({ size: other, deliveryDate, pickupDate }: Alternative) => {
    change({
      size: other,
      deliveryDate: typedFromIso(deliveryDate.slice(0, 10)),
      pickupDate: typedFromIso(pickupDate.slice(0, 10)),
    });
    // The button that was pressed goes away with the answer to the change, and would take the focus along.
    document.getElementById(STOCK_ID)?.focus({ preventScroll: true });
  };

  const header = !hideHeader && <Heading company={offer.companyName} />;
  if (booked) {
    return (
      <>
        <Stage
          message={booked.message}
          size={booked.size}
          estimate={null}
          current={false}
          chase
          header={header}
        />
        <div className="page">
          <Done booking={booked} offer={offer} email={draft.customerEmail.trim()} onAgain={form.startAgain} />
        </div>
      </>
    );
  }
  return (
    <form noValidate onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <Stage
        message={message}
        size={size}
        estimate={form.estimate.error ? null : form.estimate.estimate}
        current={!form.estimate.pending}
        ideas={offer.suggestions[size] ?? []}
        onIdea={(idea) => {
          change({ message: idea });
          focusOn('message');
        }}
        header={header}
      >
        <Labelled form={form} name="message">
          <input
            {...control(form, 'message')}
            className="control message"
            type="text"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={500}
            required
          />
        </Labelled>
      </Stage>
      <div className="page columns">
        <div>
          <div className="groups">
            <fieldset className="card">
              <legend>The letters</legend>
              <div className="pair">
                <Select
                  form={form}
                  name="size"
                  options={offer.sizes.map(({ code, label, price }) => [
                    code,
                    `${label} (${formatMoney(price, currency)} per letter)`,
                  ])}
                />
                <Select
                  form={form}
                  name="colorOption"
                  options={offer.colors.map(({ code, label, price }) => [
                    code,
                    price > 0
                      ? `${label} (+${formatMoney(price, currency)} per letter)`
                      : `${label} (included)`,
                  ])}
                />
              </div>
              {offer.addOns.length > 0 && <AddOns form={form} rows={offer.addOns} currency={currency} />}
            </fieldset>
            <fieldset className="card">
              <legend>Place and dates</legend>
              <Select
                form={form}
                name="venueId"
                required={limits.venueRequired}
                empty={limits.venueRequired ? 'Choose a venue' : 'Tell us the address in the notes'}
                options={venues.map(({ id, name, city, state }) => [
                  String(id),
                  [name, [city, state].filter(Boolean).join(', ')].filter(Boolean).join(' · '),
                ])}
              />
              <div className="pair">
                <DateField
                  form={form}
                  name="deliveryDate"
                  first={today}
                  today={today}
                  other={pickup}
                  loadFullDays={buildable ? fullDays : null}
                />
                <DateField
                  form={form}
                  name="pickupDate"
                  first={delivery && delivery > today ? delivery : today}
                  today={today}
                  other={delivery}
                  loadFullDays={buildable ? fullDays : null}
                />
              </div>
              <div className="pair">
                <Select
                  form={form}
                  name="preferredInstallTime"
                  empty="Any time"
                  options={Object.entries(INSTALL_TIMES)}
                />
                <Select
                  form={form}
                  name="eventType"
                  empty="Choose an event type"
                  options={Object.entries(EVENT_TYPES)}
                />
              </div>
            </fieldset>
            <fieldset className="card">
              <legend>About you</legend>
              <div className="pair">
                <Input form={form} name="customerName" autoComplete="name" maxLength={200} required />
                <Input
                  form={form}
                  name="customerEmail"
                  type="email"
                  autoComplete="email"
                  maxLength={254}
                  required
                />
              </div>
              <Input form={form} name="customerPhone" type="tel" autoComplete="tel" maxLength={50} />
              <TextArea form={form} name="notes" maxLength={5000} />
            </fieldset>
          </div>
          {form.estimate.estimate?.breakdown && (
            <p className={form.price ? 'peek' : 'peek stale'} aria-hidden="true">
              <span>{form.estimate.estimate.available === false ? 'Not enough letters' : 'Total'}</span>
              <b>{formatMoney(form.estimate.estimate.breakdown.total, currency)}</b>
            </p>
          )}
        </div>
        <PriceCard form={form} offer={offer} onTake={take} onMissing={onMissing} />
      </div>
    </form>
  );
}
