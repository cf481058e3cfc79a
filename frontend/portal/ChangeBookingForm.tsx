import { type FormEvent, useEffect, useState } from 'react';
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema';
import { formatMoney } from '@/lib/money';
import { readBooking } from '@/paying/calls';
import { type FormProps, Refusal } from './BookingForms';
import { changeBooking, changeOptions } from './booking-calls';
import { SelectField, SendButton, TextField } from './fields';
import { secondaryButton } from './looks';
import { useTyped } from './useTyped';

type Schemas = components['schemas'];
type Options = Schemas['ChangeOptionsOut'];
type Change = Schemas['CustomerChangeInput'];
type Price = Schemas['ChangedBookingOut'];
const failureOf = (error: unknown) => (error instanceof ApiError ? error : ApiError.unreachable(error));

/** Another time, other days, another place or other words, with the price before the change is sent. */
export function ChangeBookingForm(props: FormProps) {
  const [options, setOptions] = useState<(Options & { round: number }) | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [sent, setSent] = useState({ times: 0, confirmation: '' });
  const { times, confirmation } = sent;
  useEffect(() => {
    changeOptions(props.token).then(
      (read) => setOptions({ ...read, round: times }),
      (error) => setFailure(failureOf(error)),
    );
  }, [props.token, times]);
  return (
    <>
      <Refusal refused={failure} />
      {options === null ? null : (
        <Fields
          key={options.round}
          {...props}
          options={options}
          onSent={(text) => setSent({ times: times + 1, confirmation: text })}
        />
      )}
      <p role="status" className="mt-3 text-good text-sm empty:hidden">
        {confirmation}
      </p>
    </>
  );
}

interface FieldsProps extends FormProps {
  options: Options;
  onSent: (confirmation: string) => void;
}

function Fields({ token, booking, onChanged, options, onSent }: FieldsProps) {
  const { address, installWindows, anyAddress, lines } = options.current;
  const letters = lines.findIndex(({ kind }) => kind === 'letters');
  const line = lines[letters];
  const start = {
    deliveryDate: booking.deliveryDate.slice(0, 10),
    pickupDate: booking.pickupDate.slice(0, 10),
    preferredInstallTime: booking.preferredInstallTime ?? '',
    text: line?.kind === 'letters' ? line.text : '',
    street: address?.street ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    zipCode: address?.zipCode ?? '',
  };
  const [price, setPrice] = useState<{ change: string; of: Price } | null>(null);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const [sending, setSending] = useState(false);
  const faults = refused?.fields ?? {};
  const { texts, at } = useTyped(start, {
    ...faults,
    text: faults[`lines[${letters}].text`] ?? faults.lines,
    street: faults['address.street'] ?? faults.address ?? faults.venueId,
    city: faults['address.city'],
    state: faults['address.state'],
    zipCode: faults['address.zipCode'],
  });
  const isNew = (name: keyof typeof start) => texts[name].trim() !== start[name];
  const change: Change = {
    ...(isNew('deliveryDate') && { deliveryDate: texts.deliveryDate }),
    ...(isNew('pickupDate') && { pickupDate: texts.pickupDate }),
    ...(isNew('preferredInstallTime') && { preferredInstallTime: texts.preferredInstallTime || null }),
    ...(isNew('text') && {
      lines: lines.map((each, at) => lineInput(each, at === letters ? texts.text : null)),
    }),
    ...((isNew('street') || isNew('city') || isNew('state') || isNew('zipCode')) && {
      address: {
        ...address,
        street: texts.street,
        city: texts.city,
        state: texts.state,
        zipCode: texts.zipCode,
      },
    }),
  };
  const key = JSON.stringify(change);
  const shown = price !== null && price.change === key ? price.of : null;
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      if (shown === null) {
        setPrice({ change: key, of: (await changeBooking(token, { ...change, dryRun: true })) as Price });
        return;
      }
      const { requestId } = await changeBooking(token, { ...change, expectedTotal: shown.total });
      onChanged(await readBooking(token));
      onSent(
        requestId === undefined
          ? 'Your booking is changed.'
          : `Request sent. ${booking.company.name} will reply.`,
      );
    });
  };
  const asked = (shown?.by ?? options.by) === 'asked';
  const canSend = shown !== null && (shown.available || asked);
  return (
    <form noValidate onSubmit={submit} aria-label="Change your booking" className="mt-4 grid gap-4">
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
      {line === undefined ? null : (
        <TextField {...at('text')} id="new-text" label="Letters" maxLength={500} />
      )}
      {anyAddress ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...at('street')} id="new-street" label="Street" maxLength={200} />
          <TextField {...at('city')} id="new-city" label="City" maxLength={100} />
          <TextField {...at('state')} id="new-state" label="State" maxLength={60} />
          <TextField {...at('zipCode')} id="new-zip" label="ZIP code" maxLength={20} />
        </div>
      ) : null}
      <div role="status" className="text-sm empty:hidden">
        {shown === null ? null : <PriceOfChange price={shown} currency={booking.currency} asked={asked} />}
      </div>
      <Refusal refused={refused} />
      {key === '{}' ? null : (
        <SendButton
          sending={sending}
          meanwhile={shown === null ? 'Checking…' : 'Sending…'}
          disabled={sending || (shown !== null && !canSend)}
          className={`${secondaryButton} sm:justify-self-start`}
        >
          {shown === null ? 'Check Price' : asked ? 'Send Request' : 'Change My Booking'}
        </SendButton>
      )}
    </form>
  );
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
    </div>
  );
}

/** A line as it is sent back, with other words if they were changed. */
function lineInput(
  line: Options['current']['lines'][number],
  text: string | null,
): NonNullable<Change['lines']>[number] {
  if (line.kind === 'letters')
    return {
      kind: 'letters',
      text: text ?? line.text,
      size: line.size,
      finish: line.finish,
      colorOption: line.colorOption,
      addOns: line.addOns,
    };
  if (line.kind === 'item') return { kind: 'item', itemId: line.itemId, quantity: line.quantity };
  return { kind: 'package', packageId: line.packageId, words: line.words };
}
