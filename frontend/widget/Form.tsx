/** The booking form itself: the stage, three calm groups, the price. */
import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Alternative, toastAbout } from '@/booking-form/answers';
import { addDays, isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { type BookingDraft, type DraftLine, EMPTY_DRAFT, OTHER_PLACE, sentLines } from '@/booking-form/draft';
import { draftStorage } from '@/booking-form/draft-storage';
import { finishIn, type Offer, type PricedChoice, type VenueChoice } from '@/booking-form/offer';
import {
  BOOKING_CONFIRMED,
  BOOKING_FAILED,
  BOOKING_SUBMITTED,
  eventName,
  FAULTS,
  FORM,
  INSTALL_TIMES,
  MISSING_INFORMATION,
  PLACES,
  PRICE,
  type ToastText,
} from '@/booking-form/texts';
import { type SubmitResult, useBookingForm } from '@/booking-form/useBookingForm';
import { formatMoney } from '@/lib/money';
import { type Booked, loadFullDays, visitorCalls } from './calls';
import { DateField } from './DateField';
import type { DoneProps } from './Done';
import { control, Faults, type Form, fieldId, Input, Labelled, Select, TextArea } from './fields';
import { Heading } from './Heading';
import { PriceCard, STOCK_ID } from './PriceCard';
import type { FormParams } from './params';
import { previewCalls } from './preview';
import type { StandingLine } from './Sign';
import { Stage } from './Stage';
import { useLater, useLines } from './useLater';
import { useTurn } from './useTurn';

interface FormProps {
  readonly params: FormParams;
  readonly offer: Offer;
  readonly venues: readonly VenueChoice[];
  readonly toast: (text: ToastText, bad?: boolean) => void;
  readonly onBooked: (booking: Booked, offer: Offer) => void;
  readonly onGone: () => void;
  /** The offer has changed meanwhile, a venue or a price: it needs to be read again. */
  readonly onStale: () => void;
}

/** What a fresh form holds for this operator. */
function freshDraft(offer: Offer, venues: readonly VenueChoice[], defaultSize: string | null): BookingDraft {
  const [only, second] = placeChoices(offer, venues, '');
  // Where there is nothing to choose, it is chosen.
  const venueId = only && !second && only[0] === OTHER_PLACE ? OTHER_PLACE : '';
  const sizes = offer.sizes.map((row) => row.code);
  const size = sizes.find((code) => code === defaultSize) ?? sizes.at(-1) ?? '';
  const color = offer.colors.find((row) => row.code === EMPTY_DRAFT.colorOption) ?? offer.colors[0];
  const colorOption = color?.code ?? '';
  return { ...EMPTY_DRAFT, size, finish: finishIn(offer, size, ''), colorOption, venueId };
}

/** A kept draft without choices that the operator has withdrawn since. */
function stillOffered(
  draft: BookingDraft,
  fresh: BookingDraft,
  offer: Offer,
  venues: readonly VenueChoice[],
): BookingDraft {
  const size = offer.sizes.some((row) => row.code === draft.size) ? draft.size : fresh.size;
  return {
    ...draft,
    size,
    finish: finishIn(offer, size, draft.finish),
    colorOption: offer.colors.some((row) => row.code === draft.colorOption)
      ? draft.colorOption
      : fresh.colorOption,
    addOns: draft.addOns.filter((code) => offer.addOns.some((row) => row.code === code)),
    venueId: placeChoices(offer, venues, '').some(([id]) => id === draft.venueId)
      ? draft.venueId
      : fresh.venueId,
  };
}

/**
 * Where it may go: the venues by name and place, and an address of the customer's own. A venue that was chosen and is gone
 * stays in the list, so that the field says so.
 */
function placeChoices(
  offer: Offer,
  venues: readonly VenueChoice[],
  chosen: string,
): (readonly [string, string])[] {
  const choices = (offer.listedVenues ? venues : []).map(
    ({ id, name, city, state }): readonly [string, string] => [
      String(id),
      [name, [city, state].filter(Boolean).join(', ')].filter(Boolean).join(' · '),
    ],
  );
  if (offer.anyAddress || choices.length === 0) choices.push([OTHER_PLACE, FORM.otherPlace]);
  const known = chosen === '' || choices.some(([id]) => id === chosen);
  return known ? choices : [...choices, [chosen, FORM.venueNotOffered]];
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
          <small id={`add-on-${code}-price`}>{FORM.perDay(formatMoney(price, currency))}</small>
        </label>
      ))}
    </div>
  );
}

/** The words for what came of it. */
function submitted(booking: Booked): ToastText {
  return booking.status === 'confirmed' ? BOOKING_CONFIRMED : BOOKING_SUBMITTED;
}

/** The page about the result, or a few words if that page could not be loaded. */
function Success(props: DoneProps) {
  const later = useLater();
  if (later === 'coming') return <div className="card bone" aria-busy="true" />;
  if (later !== 'failed') return <later.Done {...props} />;
  return (
    <section className="card done" role="status">
      <h2>{submitted(props.booking).description}</h2>
      <p>#{props.booking.number}</p>
    </section>
  );
}

/** A field that nobody sees, hears or reaches with a key: who fills it in is a program (W9). */
function Trap({ field }: { field: { current: HTMLInputElement | null } }) {
  return (
    <div className="trap" aria-hidden="true">
      <label>
        {FORM.trap}
        <input ref={field} type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/** The fields of another place; without the part that draws them, a reload is what helps. */
function OtherPlace(props: { form: Form; zip: boolean }) {
  const later = useLater();
  if (later === 'failed') return <p role="alert">{PLACES.reload}</p>;
  return later === 'coming' ? <div className="bone" aria-busy="true" /> : <later.AddressFields {...props} />;
}

/** A part that comes later; the form can be filled in and sent without it. */
function Part({
  of,
  ...props
}: { of: 'EmailHint' | 'MarksHint'; form: Form } | { of: 'Logo' | 'OfBusiness'; offer: Offer }) {
  const later = useLater();
  if (typeof later === 'string') return null;
  // Each takes what its name asks for, which the type above has seen to.
  const Shown = later[of] as ComponentType<typeof props>;
  return <Shown {...props} />;
}

/** A card that is drawn when those before it have been. */
function InTurn({ meanwhile, children }: { meanwhile?: ReactNode; children: () => ReactNode }) {
  return useTurn() ? children() : meanwhile;
}

const BONE = <div className="card bone" />;

/** Where terms are accepted; null where there are none. */
const termsBox = () => document.querySelector<HTMLInputElement>('[name=termsVersion]');

/** The letters of lines, those of packages among them. */
function standing(lines: readonly (Booked['lines'][number] | DraftLine)[]): StandingLine[] {
  return lines.flatMap((line) => {
    if (line.kind === 'letters') return [line];
    return line.kind === 'package' && 'lines' in line ? standing(line.lines) : [];
  });
}

function focusOn(name: string) {
  document.getElementById(fieldId(name))?.focus();
}

export function BookForm({ params, offer, venues, toast, onBooked, onGone, onStale }: FormProps) {
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
    }),
    [today, offer],
  );
  const storage = useMemo(() => {
    // Two forms on a page that begin with different sizes are two forms.
    const kept = draftStorage(`${operator}.${defaultSize ?? ''}`);
    return {
      ...kept,
      load: () => {
        const form = kept.load();
        return form && { ...form, draft: stillOffered(form.draft, initial, offer, venues) };
      },
    };
  }, [operator, defaultSize, initial, offer, venues]);
  const trap = useRef<HTMLInputElement | null>(null);
  const calls = useMemo(
    () =>
      params.preview
        ? previewCalls
        : visitorCalls(() => ({
            formToken: offer.formToken,
            website: trap.current?.value ?? '',
            termsVersion: termsBox()?.checked ? termsBox()?.value : undefined,
            askAnyway: document.querySelector('[data-ask]') ? true : undefined,
          })),
    [offer.formToken, params.preview],
  );
  const found = useBookingForm({ limits, operator, initial, calls, storage });
  // Only the server finds fault with a venue that was chosen.
  const venueGone = found.draft.venueId !== '' && found.errors.venueId !== undefined;
  const form = {
    ...found,
    ...(venueGone && { errors: { ...found.errors, venueId: FAULTS.venueGone } }),
    change: (patch: Partial<BookingDraft>) => {
      const { size, finish } = { ...found.draft, ...patch };
      found.change({ ...patch, ...(patch.size && { finish: finishIn(offer, size, finish) }) });
    },
  };
  useEffect(() => {
    if (venueGone) onStale();
  }, [venueGone, onStale]);
  const { draft, change, booked } = form;

  const asks = (field: string) => offer.requiredFields.includes(field);
  const { message, size, finish, colorOption, more } = draft;
  const [presses, setPresses] = useState(0);
  const lines = useLines(offer.hasCatalog || more.length > 0 || presses);
  const addLine = () => {
    setPresses(presses + 1);
    if (lines === 'failed') return;
    change({ more: [...more, { kind: 'letters', text: '', size, finish, colorOption, addOns: [] }] });
  };
  const answered = form.estimate.error ? null : form.estimate.estimate;
  const finishes = offer.sizes.find((row) => row.code === size)?.finishes ?? [];
  // Without a line the calendar still knows on which days the business delivers.
  const wanted = JSON.stringify(sentLines(draft).map(({ line }) => line));
  const [deliveryDays, pickupDays] = useMemo(
    () =>
      ['delivery', 'pickup'].map(
        (stop) => (month: string, signal: AbortSignal) =>
          loadFullDays({ operator, lines: wanted, stop }, month, signal),
      ),
    [operator, wanted],
  );
  const places = placeChoices(offer, venues, draft.venueId);
  const delivery = isoFromTyped(draft.deliveryDate);
  const pickup = isoFromTyped(draft.pickupDate);

  const report = (result: SubmitResult<Booked>) => {
    if (result.kind === 'booked') {
      toast(submitted(result.booking));
      return onBooked(result.booking, offer);
    }
    if (result.kind === 'sending') return;
    if (result.kind === 'missing') toast(MISSING_INFORMATION, true);
    if (result.kind === 'wrong') toast({ ...BOOKING_FAILED, description: result.sentence }, true);
    if (result.kind === 'refused') {
      if (result.refusal.kind === 'no_operator') return onGone();
      if (result.refusal.kind === 'price_changed') onStale();
      // A browser's helper may have filled it in: the next press is then a person's.
      if (trap.current) trap.current.value = '';
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
    // It says itself what is missing.
    if (termsBox()?.checkValidity() === false) return termsBox()?.focus();
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
      more: more.map((line) => (line.kind === 'letters' ? { ...line, size: other } : line)),
      deliveryDate: typedFromIso(deliveryDate.slice(0, 10)),
      pickupDate: typedFromIso(pickupDate.slice(0, 10)),
    });
    // The button that was pressed goes away with the answer to the change, and would take the focus along.
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
          { text: message, size, finish, colorOption },
          ...standing(more),
          // What a package says is known when the server has put it together.
          ...standing((answered?.lines ?? []).filter(({ kind }) => kind === 'package')),
        ]}
        offer={offer}
        estimate={answered}
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
        <div>
          <div className="groups">
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
                    {finishes.length > 1 && (
                      <Select
                        form={form}
                        name="finish"
                        options={finishes.map(({ code, label }) => [code, label])}
                      />
                    )}
                  </div>
                  {offer.addOns.length > 0 && <AddOns form={form} rows={offer.addOns} currency={currency} />}
                  {typeof lines !== 'string' && <lines.MoreOptions form={form} offer={offer} />}
                </fieldset>
              )}
            </InTurn>
            {offer.hasCatalog && (
              <InTurn>
                {() =>
                  typeof lines === 'string' ? (
                    lines === 'coming' && BONE
                  ) : (
                    <lines.Catalog form={form} offer={offer} operator={operator} />
                  )
                }
              </InTurn>
            )}
            <InTurn>
              {() => (
                <fieldset className="card">
                  <legend>{FORM.placeAndDates}</legend>
                  {(places.length > 1 || draft.venueId !== OTHER_PLACE) && (
                    <Select form={form} name="venueId" required empty={FORM.chooseVenue} options={places} />
                  )}
                  {draft.venueId === OTHER_PLACE && <OtherPlace form={form} zip={offer.deliveryZones} />}
                  <div className="pair">
                    <DateField
                      form={form}
                      name="deliveryDate"
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
                      loadFullDays={pickupDays ?? null}
                    />
                  </div>
                  <div className="pair">
                    <Select
                      form={form}
                      name="preferredInstallTime"
                      required={asks('preferredInstallTime')}
                      empty={FORM.anyTime}
                      options={Object.entries(INSTALL_TIMES)}
                    />
                    <Select
                      form={form}
                      name="eventType"
                      empty={FORM.chooseEvent}
                      required={asks('eventType')}
                      options={offer.eventTypes.map((type) => [type, eventName(type)])}
                    />
                  </div>
                </fieldset>
              )}
            </InTurn>
            <InTurn>
              {() => (
                <fieldset className="card">
                  <legend>{FORM.aboutYou}</legend>
                  <div className="pair">
                    <Input form={form} name="customerName" autoComplete="name" required />
                    <Input form={form} name="customerEmail" type="email" autoComplete="email" required />
                  </div>
                  <Part of="EmailHint" form={form} />
                  <Input
                    form={form}
                    name="customerPhone"
                    type="tel"
                    autoComplete="tel"
                    required={asks('customerPhone')}
                  />
                  <TextArea form={form} name="notes" />
                  <Part of="OfBusiness" offer={offer} />
                  <Trap field={trap} />
                </fieldset>
              )}
            </InTurn>
          </div>
          {!form.estimate.error && form.estimate.estimate?.breakdown && (
            <p className={form.price ? 'peek' : 'peek stale'} aria-hidden="true">
              <span>{form.estimate.estimate.available === false ? PRICE.notEnough([]) : PRICE.total}</span>
              <b>{formatMoney(form.estimate.estimate.breakdown.total, currency)}</b>
            </p>
          )}
        </div>
        <InTurn meanwhile={BONE}>
          {() => <PriceCard form={form} offer={offer} onTake={take} onMissing={onMissing} />}
        </InTurn>
      </div>
    </form>
  );
}
