import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema';
import { formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { readBooking } from '@/paying/calls';
import type { FormProps } from './BookingForms';
import { changeBooking, changeOptions } from './booking-calls';
import { ChangeLines } from './ChangeLines';
import { ChangePlace, OTHER_PLACE, PLACE_FIELDS, startPlace } from './ChangePlace';
import { type LineEdit, linesOnWire, startLines } from './change-lines';
import { FormError, SelectField, SendButton, TextField } from './fields';
import { primaryButton, secondaryButton } from './looks';
import { useTyped } from './useTyped';

type Schemas = components['schemas'];
type Options = Schemas['ChangeOptionsOut'];
type Change = Schemas['CustomerChangeInput'];
type Price = Schemas['ChangedBookingOut'];
const failureOf = (error: unknown) => (error instanceof ApiError ? error : ApiError.unreachable(error));

interface ChangeBookingProps extends FormProps {
  /** Called with a confirmation once the change is made or requested. */
  onSent: (confirmation: string) => void;
  onClose: () => void;
}

/** Another time, other days, another place or another sign, with the price before the change is sent. */
export function ChangeBookingForm(props: ChangeBookingProps) {
  const [options, setOptions] = useState<Options | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` triggers another try.
  useEffect(() => {
    setFailure(null);
    changeOptions(props.token).then(setOptions, (error) => setFailure(failureOf(error)));
  }, [props.token, attempt]);
  if (failure !== null)
    return (
      <FormError message={failure.sentence}>
        <button type="button" className={secondaryButton} onClick={() => setAttempt(attempt + 1)}>
          Try Again
        </button>
      </FormError>
    );
  return options === null ? <p role="status">Loading…</p> : <Fields {...props} options={options} />;
}

interface FieldsProps extends ChangeBookingProps {
  options: Options;
}

function Fields({ token, booking, onChanged, options, onSent, onClose }: FieldsProps) {
  const format = useFormat();
  const { current } = options;
  const { address, installWindows } = current;
  const start = {
    deliveryDate: booking.deliveryDate.slice(0, 10),
    pickupDate: booking.pickupDate.slice(0, 10),
    preferredInstallTime: booking.preferredInstallTime ?? '',
    ...startPlace(current, booking.venueName),
  };
  const form = useRef<HTMLFormElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const [lines, setLines] = useState<readonly LineEdit[]>(() => startLines(current));
  const [price, setPrice] = useState<{ change: string; of: Price } | null>(null);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const [sending, setSending] = useState(false);
  const faults = refused?.fields ?? {};
  const { texts, at } = useTyped(start, {
    ...faults,
    place: faults.venueId,
    placeName: faults.venueName,
    street: faults['address.street'] ?? faults.address,
    city: faults['address.city'],
    state: faults['address.state'],
    zipCode: faults['address.zipCode'],
  });
  const isNew = (name: keyof typeof start) => texts[name].trim() !== start[name];
  const isOther = texts.place === OTHER_PLACE;
  const wire = linesOnWire(lines);
  const change: Change = {
    ...(isNew('deliveryDate') && { deliveryDate: texts.deliveryDate }),
    ...(isNew('pickupDate') && { pickupDate: texts.pickupDate }),
    ...(isNew('preferredInstallTime') && { preferredInstallTime: texts.preferredInstallTime || null }),
    ...(JSON.stringify(wire) !== JSON.stringify(linesOnWire(startLines(current))) && { lines: wire }),
    ...(!isOther && isNew('place') && { venueId: Number(texts.place) || null }),
    ...(isOther &&
      (isNew('place') || PLACE_FIELDS.some(isNew)) && {
        address: {
          ...address,
          street: texts.street,
          city: texts.city,
          state: texts.state,
          zipCode: texts.zipCode,
        },
        venueName: texts.placeName.trim() || null,
      }),
  };
  const key = JSON.stringify(change);
  const shown = price !== null && price.change === key ? price.of : null;
  const asked = (shown?.by ?? options.by) === 'asked';
  const canSend = shown !== null && (shown.available || asked);
  const isShown = shown !== null;
  useEffect(() => {
    // The pressed button is replaced by the price.
    if (isShown) result.current?.focus();
  }, [isShown]);
  useEffect(() => {
    if (refused !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refused]);
  const run = async (action: () => Promise<void>) => {
    if (sending) return;
    setSending(true);
    setRefused(null);
    try {
      await action();
    } catch (error) {
      setRefused(failureOf(error));
      setPrice(null);
    } finally {
      setSending(false);
    }
  };
  const check = () =>
    run(async () => {
      const answer = await changeBooking(token, { ...change, dryRun: true });
      setPrice({ change: key, of: answer as Price });
    });
  const send = (expectedTotal: number) =>
    run(async () => {
      const { requestId } = await changeBooking(token, { ...change, expectedTotal });
      // The change is stored even if the page can't be read again.
      await readBooking(token).then(onChanged, () => {});
      onSent(
        requestId === undefined
          ? 'Your booking is changed.'
          : `Request sent. ${booking.company.name} will reply.`,
      );
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (shown === null && key !== '{}') void check();
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-label="Change your booking"
      className="grid min-w-0 gap-4"
    >
      <p className="text-soft text-sm">
        {options.by === 'at_once'
          ? `You can change your booking here until ${formatMoment(format, options.allowedUntil)}. After that, ${booking.company.name} confirms each change.`
          : `${booking.company.name} confirms each change before it counts.`}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...at('deliveryDate')} id="new-delivery" type="date" label="Delivery" maxLength={10} />
        <TextField {...at('pickupDate')} id="new-pickup" type="date" label="Pickup" maxLength={10} />
      </div>
      {installWindows.length === 0 ? null : (
        <SelectField
          {...at('preferredInstallTime')}
          id="new-window"
          label="Delivery time"
          options={[['', 'Any time'], ...installWindows.map(({ code, words }) => [code, words] as const)]}
        />
      )}
      <ChangePlace current={current} venueName={booking.venueName} chosen={texts.place} at={at} />
      <ChangeLines
        lines={lines}
        current={current}
        currency={booking.currency}
        faults={faults}
        onChange={setLines}
      />
      {shown === null ? null : (
        <div
          ref={result}
          role="status"
          tabIndex={-1}
          className="grid gap-3 rounded-lg bg-sunken p-4 text-sm outline-none"
        >
          <PriceOfChange price={shown} currency={booking.currency} asked={asked} />
          {canSend ? (
            <SendButton
              type="button"
              sending={sending}
              meanwhile="Sending…"
              className={primaryButton}
              onClick={() => void send(shown.total)}
            >
              {asked ? 'Send Request' : 'Change My Booking'}
            </SendButton>
          ) : null}
        </div>
      )}
      <FormError message={refused === null ? null : messageOf(refused)} />
      <div className="flex flex-wrap items-center gap-2">
        {shown === null ? (
          <SendButton
            sending={sending}
            meanwhile="Checking…"
            disabled={key === '{}' || sending}
            aria-describedby={key === '{}' ? 'check-reason' : undefined}
            className={secondaryButton}
          >
            Check Price
          </SendButton>
        ) : null}
        <button type="button" className={secondaryButton} onClick={onClose}>
          Keep as It Is
        </button>
      </div>
      {key === '{}' ? (
        <p id="check-reason" className="text-soft text-sm">
          Change something above to check its price.
        </p>
      ) : null}
    </form>
  );
}

/** Fields of the form that show their own error; lines have theirs too. */
const SHOWN_AT_FIELDS =
  /^(deliveryDate|pickupDate|preferredInstallTime|venueName|address(\.(street|city|state|zipCode))?|lines(\[\d+\](\.(text|size|finish|colorOption|customColor|quantity|words))?)?)$/;

/** Error message above the buttons: the errors that no field shows, or else a pointer to the fields. */
function messageOf({ fields, sentence }: ApiError): string {
  const names = Object.keys(fields);
  const others = names.filter((name) => !SHOWN_AT_FIELDS.test(name)).map((name) => fields[name]);
  if (names.length === 0) return sentence;
  return others.length > 0 ? others.join(' ') : 'Please check the marked fields.';
}

function PriceOfChange({ price, currency, asked }: { price: Price; currency: string; asked: boolean }) {
  const { total, difference, available, due, toReturn, reschedulingFee } = price;
  const sum = (amount: number) => formatMoney(amount, currency);
  return (
    <div className="grid gap-1">
      <p className="font-medium">
        {available ? 'Available.' : 'Not available on these days.'} New total: {sum(total)}
        {difference === 0 ? ', as before.' : ` (${difference > 0 ? '+' : '−'}${sum(Math.abs(difference))}).`}
      </p>
      {reschedulingFee ? <p>The rescheduling fee is {sum(reschedulingFee)}.</p> : null}
      {due ? <p>{sum(due)} will be due.</p> : null}
      {toReturn ? <p>You will get {sum(toReturn)} back.</p> : null}
      {asked ? <p>This change needs a confirmation.</p> : null}
      {available || asked ? null : <p>Choose other days or letters, and check again.</p>}
    </div>
  );
}
