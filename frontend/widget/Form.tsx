/** The booking form: sign, letters, dates and location, price, extras, contact, and the button. */

import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { toastAbout } from '@/booking-form/answers';
import { addDays, isoFromTyped } from '@/booking-form/dates';
import {
  type BookingDraft,
  type DraftLine,
  EMPTY_LINE,
  OTHER_PLACE,
  sentLines,
  withAdded,
  withFirst,
} from '@/booking-form/draft';
import { draftStorage } from '@/booking-form/draft-storage';
import { colorsToName, finishIn, type Offer, type VenueChoice } from '@/booking-form/offer';
import {
  BOOKING_FAILED,
  eventName,
  FAULTS,
  FORM,
  MISSING_INFORMATION,
  type ToastText,
} from '@/booking-form/texts';
import { type SubmitResult, useBookingForm } from '@/booking-form/useBookingForm';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { type Booked, isHeld, previewCalls, readDays, visitorCalls } from './calls';
import { DateField } from './DateField';
import { control, Faults, focusOn, Input, Labelled, Select, TextArea } from './fields';
import { freshDraft, placeChoices, stillOffered } from './first-draft';
import { Heading, InTurn, OtherPlace, Part, Success, submitted, Trap } from './form-parts';
import { neededFields, STOCK_ID } from './needed';
import type { FormParams } from './params';
import type { StandingLine } from './Sign';
import { Stage } from './Stage';
import { SubmitBar } from './SubmitBar';
import { useLazyParts } from './useLazyParts';
import { useLines } from './useLines';
import { viaOf } from './via';

interface FormProps {
  readonly params: FormParams;
  readonly offer: Offer;
  readonly venues: readonly VenueChoice[];
  readonly toast: (text: ToastText, bad?: boolean) => void;
  readonly onBooked: (booking: Booked, offer: Offer) => void;
  readonly onGone: () => void;
  /** Called when the offer has changed (a venue or a price), to load it again. */
  readonly onStale: () => void;
}

const BONE = <div className="card bone" />;

/** The checkbox that accepts the terms; null if there are none. */
const termsBox = () => document.querySelector<HTMLInputElement>('[name=termsVersion]');

/** The lines of letters to draw on the sign, including those of packages. */
function standing(lines: readonly (Booked['lines'][number] | DraftLine)[]): StandingLine[] {
  return lines.flatMap((line) => {
    if (line.kind === 'letters') return [line];
    return line.kind === 'package' && 'lines' in line ? standing(line.lines) : [];
  });
}

export function BookForm({ params, offer, venues, toast, onBooked, onGone, onStale }: FormProps) {
  const format = useFormat();
  const { operator, hideHeader, defaultSize } = params;
  const { today, currency } = offer;
  const initial = useMemo(() => freshDraft(offer, venues, defaultSize), [offer, venues, defaultSize]);
  const limits = useMemo(
    () => ({
      today,
      lastDay: offer.lastDay,
      maxRentalDays: offer.maxRentalDays,
      venueRequired: true,
      zipRequired: offer.deliveryZones,
      alsoRequired: offer.requiredFields,
      colorsToName: colorsToName(offer.colors),
    }),
    [today, offer],
  );
  const storage = useMemo(() => {
    // Two forms on one page with different initial sizes keep separate drafts.
    const stored = draftStorage(`${operator}.${defaultSize ?? ''}`);
    return {
      ...stored,
      load: () => {
        const form = stored.load();
        return form && { ...form, draft: stillOffered(form.draft, initial, offer, venues) };
      },
    };
  }, [operator, defaultSize, initial, offer, venues]);
  const trap = useRef<HTMLInputElement | null>(null);
  const [via] = useState(() => viaOf(operator, location.search));
  const calls = useMemo(
    () =>
      params.preview
        ? previewCalls
        : visitorCalls(() => ({
            formToken: offer.formToken,
            website: trap.current?.value ?? '',
            termsVersion: document.querySelector<HTMLInputElement>('[name=termsVersion]:checked')?.value,
            textConsent: document.querySelector('[name=textConsent]:checked') ? true : undefined,
            via,
            askAnyway: document.querySelector('[data-ask]') ? true : undefined,
          })),
    [offer.formToken, params.preview, via],
  );
  const state = useBookingForm({ limits, operator, initial, calls, storage });
  // Only the server validates a chosen venue.
  const venueGone = state.draft.venueId !== '' && state.errors.venueId !== undefined;
  const form = {
    ...state,
    ...(venueGone && { errors: { ...state.errors, venueId: FAULTS.venueGone } }),
    change: (patch: Partial<BookingDraft>) => {
      const next = { ...state.draft, ...patch };
      const [{ size, finish }] = next.lines;
      state.change({
        ...patch,
        ...(patch.lines && withFirst(next, { finish: finishIn(offer, size, finish) })),
      });
    },
  };
  useEffect(() => {
    if (venueGone) onStale();
  }, [venueGone, onStale]);
  const { draft, change, booked } = form;

  const asks = (field: string) => offer.requiredFields.includes(field);
  const [first, ...rest] = draft.lines;
  const { size, finish, colorOption } = first;
  const [presses, setPresses] = useState(0);
  const [near, setNear] = useState(false);
  const lines = useLines(rest.length > 0 || (near && offer.hasCatalog) || presses);
  const offersExtras =
    offer.hasCatalog || offer.addOns.length > 0 || rest.some(({ kind }) => kind !== 'letters');
  const addLine = () => {
    setPresses(presses + 1);
    if (lines === 'failed') return;
    const { customColor } = first;
    change(withAdded(draft, { ...EMPTY_LINE, size, finish, colorOption, customColor }));
  };
  const estimate = form.estimate.error ? null : form.estimate.estimate;
  const finishes = offer.sizes.find((row) => row.code === size)?.finishes ?? [];
  // Even without a line, the calendar shows the days on which the business delivers.
  const request = JSON.stringify(sentLines(draft.lines).map(({ line }) => line));
  const [deliveryDays, pickupDays] = useMemo(
    () =>
      ['delivery', 'pickup'].map(
        (stop) => (month: string, signal: AbortSignal) =>
          readDays({ operator, lines: request, stop, month }, signal),
      ),
    [operator, request],
  );
  const places = placeChoices(offer, venues, draft.venueId);
  const lazy = useLazyParts();
  const Venues = typeof lazy === 'string' ? Select : lazy.ChoiceSearch;
  const delivery = isoFromTyped(format, draft.deliveryDate);
  const pickup = isoFromTyped(format, draft.pickupDate);

  const announce = (booking: Booked) => {
    if (!isHeld(booking)) toast(submitted(booking));
    onBooked(booking, offer);
  };
  const report = (result: SubmitResult<Booked>) => {
    if (result.kind === 'booked') return announce(result.booking);
    if (result.kind === 'sending') return;
    if (result.kind === 'missing') toast(MISSING_INFORMATION, true);
    if (result.kind === 'wrong') toast({ ...BOOKING_FAILED, description: result.sentence }, true);
    if (result.kind === 'refused') {
      if (result.refusal.kind === 'no_operator') return onGone();
      if (result.refusal.kind === 'price_changed') onStale();
      // Browser autofill may have filled in the honeypot field. Clear it, so that the next press counts as human.
      if (trap.current) trap.current.value = '';
      toast(toastAbout(result.refusal), true);
    }
    if ('field' in result && result.field) focusOn(result.field);
  };
  const needed = neededFields(form, offer);
  const onMissing = () => {
    form.revealMissing();
    for (const { field } of needed) form.leave(field);
    toast(MISSING_INFORMATION, true);
    if (needed[0]) focusOn(needed[0].field);
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    // This control shows its own error.
    if (termsBox()?.checkValidity() === false) return termsBox()?.focus();
    report(await form.submit());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // With its submit button disabled a form does not submit on Enter, so Enter is handled here.
    const inField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (event.key === 'Enter' && inField && needed.length > 0) {
      event.preventDefault();
      onMissing();
    }
  };
  const take = (changed: Partial<BookingDraft>) => {
    change(changed);
    // The pressed button is removed once the change is handled, so move focus before it is lost.
    document.getElementById(STOCK_ID)?.focus({ preventScroll: true });
  };

  const header = !hideHeader && (
    <>
      <Part of="Logo" offer={offer} />
      <Heading company={offer.companyName} />
    </>
  );
  if (booked) {
    return (
      <>
        <Stage
          lines={standing(booked.lines ?? [])}
          offer={offer}
          estimate={null}
          current={false}
          chase
          header={header}
        />
        <div className="page">
          <Success
            booking={booked}
            offer={offer}
            email={draft.customerEmail.trim()}
            onChange={(booking) => {
              form.update(booking);
              // A renewed hold was announced when it first began.
              if (!isHeld(booking)) announce(booking);
            }}
            onAgain={form.startAgain}
          />
        </div>
      </>
    );
  }
  return (
    <form noValidate onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <Faults errors={form.errors} />
      <Stage
        lines={[
          ...standing(draft.lines),
          // A package's words are only available once the server has assembled them.
          ...standing((estimate?.lines ?? []).filter(({ kind }) => kind === 'package')),
        ]}
        offer={offer}
        estimate={estimate}
        current={!form.estimate.pending}
        ideas={offer.suggestions[size] ?? []}
        onIdea={(idea) => {
          change(withFirst(draft, { text: idea }));
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
        <Part of="MarksHint" form={form} />
        {typeof lines === 'string' ? (
          <p>
            <button type="button" className="link add-line" onClick={addLine}>
              {FORM.addLine}
            </button>
            {lines === 'failed' && <span role="alert"> {FORM.noLines}</span>}
          </p>
        ) : (
          <lines.MoreWords form={form} added={presses > 0} onAdd={addLine} />
        )}
      </Stage>
      <div className="page columns">
        <InTurn meanwhile={BONE}>
          {() => (
            <fieldset className="card">
              <legend>{FORM.letters}</legend>
              {typeof lines !== 'string' && <lines.FirstLineName form={form} />}
              <div className="pair">
                <Select
                  form={form}
                  name="size"
                  options={offer.sizes.map(({ code, label, price }) => [
                    code,
                    FORM.sizeChoice(label, formatMoney(price, currency)),
                  ])}
                />
                <Select
                  form={form}
                  name="colorOption"
                  options={offer.colors.map(({ code, label, price }) => [
                    code,
                    FORM.colorChoice(label, price > 0 ? formatMoney(price, currency) : null),
                  ])}
                />
                {limits.colorsToName.includes(colorOption) && (
                  <Input form={form} name="customColor" autoComplete="off" maxLength={60} required />
                )}
                {finishes.length > 1 && (
                  <Select
                    form={form}
                    name="finish"
                    options={finishes.map(({ code, label }) => [code, label])}
                  />
                )}
              </div>
              {typeof lines !== 'string' && <lines.MoreOptions form={form} offer={offer} />}
            </fieldset>
          )}
        </InTurn>
        <InTurn>
          {() => (
            <fieldset className="card">
              <legend>{FORM.datesAndPlace}</legend>
              <div className="halves">
                <DateField
                  form={form}
                  name="deliveryDate"
                  most={offer.maxRentalDays}
                  pickups={pickupDays ?? null}
                  first={today}
                  last={offer.lastDay}
                  today={today}
                  other={pickup}
                  loadFullDays={deliveryDays ?? null}
                />
                <DateField
                  form={form}
                  name="pickupDate"
                  first={delivery && delivery > today ? delivery : today}
                  last={addDays(delivery ?? offer.lastDay, offer.maxRentalDays)}
                  today={today}
                  other={delivery}
                  hours={offer.pickupHours}
                  loadFullDays={pickupDays ?? null}
                />
              </div>
              {(places.length > 1 || draft.venueId !== OTHER_PLACE) && (
                <Venues form={form} name="venueId" required empty={FORM.chooseVenue} options={places} />
              )}
              {draft.venueId === OTHER_PLACE && <OtherPlace form={form} offer={offer} />}
              <Select
                form={form}
                name="preferredInstallTime"
                required={asks('preferredInstallTime')}
                empty={FORM.anyTime}
                options={offer.installWindows.map(({ code, words }) => [code, words])}
              />
            </fieldset>
          )}
        </InTurn>
        <InTurn meanwhile={BONE}>
          {() => <Part of="PriceCard" form={form} offer={offer} lines={lines} onTake={take} />}
        </InTurn>
        {offersExtras && (
          <InTurn meanwhile={BONE}>
            {() => (
              <Part
                of="Extras"
                form={form}
                offer={offer}
                operator={operator}
                days={delivery && pickup ? { deliveryDate: delivery, pickupDate: pickup } : {}}
                lines={lines}
                onNear={() => setNear(true)}
              />
            )}
          </InTurn>
        )}
        <InTurn>
          {() => (
            <fieldset className="card">
              <legend>{FORM.aboutYou}</legend>
              <div className="pair">
                <Input form={form} name="customerName" autoComplete="name" required />
                <Input form={form} name="customerEmail" type="email" autoComplete="email" required />
              </div>
              <Part of="BelowEmail" form={form} offer={offer} preview={params.preview} />
              <div className="pair">
                <Input
                  form={form}
                  name="customerPhone"
                  type="tel"
                  autoComplete="tel"
                  required={asks('customerPhone')}
                />
                <Select
                  form={form}
                  name="eventType"
                  empty={FORM.chooseEvent}
                  required={asks('eventType')}
                  options={offer.eventTypes.map((type) => [type, eventName(type)])}
                />
              </div>
              <Part of="BelowPhone" form={form} offer={offer} />
              <TextArea form={form} name="notes" />
              <Part of="OfBusiness" offer={offer} />
              <Trap field={trap} />
            </fieldset>
          )}
        </InTurn>
        <InTurn>{() => <Part of="FinishCard" form={form} offer={offer} />}</InTurn>
      </div>
      <InTurn>{() => <SubmitBar form={form} offer={offer} onMissing={onMissing} />}</InTurn>
    </form>
  );
}
