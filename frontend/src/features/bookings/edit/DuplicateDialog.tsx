import { useMemo, useState } from 'react';
import { useDuplicate } from '@/api/bookings';
import { ApiError, sentenceOf } from '@/api/errors';
import { refusalOf } from '@/api/form-errors';
import { askOwnEstimate, useOwnOffer } from '@/api/operator-form';
import type { Booking, PricedBooking } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { addDays, daysBetween, isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { newKey } from '@/booking-form/idempotency';
import { useEstimate } from '@/booking-form/useEstimate';
import { EmailChoice } from '@/components/booking/EmailChoice';
import { rentalInput } from '@/components/booking/lines';
import { OverbookReason } from '@/components/booking/OverbookReason';
import { reasonMissing } from '@/components/booking/quote-defaults';
import { StockNote } from '@/components/booking/StockNote';
import { DayField } from '@/components/DayField';
import { dayOf } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { taxFirst, taxInText } from '@/lib/tax-name';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Input, Select } from '@/ui/Input';
import { toast } from '@/ui/toast-store';
import { signText } from '../actions';

export interface DuplicateDialogProps {
  booking: Booking;
  currency: string;
  /** Called with the new booking's ID. */
  onMade: (id: number) => void;
  onClose: () => void;
}

/** The total of the copy, without the tip. A custom total is kept if the calculated price is unchanged. */
function totalOfCopy({ breakdown: was, totalPrice }: PricedBooking, now: PricedBooking['breakdown']): number {
  const cents = (amount: number | null | undefined) => Math.round((amount ?? 0) * 100);
  const worth = (price: typeof was) => cents(price.total) - cents(price.tax) - cents(price.tip);
  const added = cents(was.total) - cents(now.total);
  if (worth(was) !== worth(now) || (cents(was.tip) === 0 && added !== 0)) return now.total;
  return Math.max(0, cents(totalPrice) - added) / 100;
}

/** Dialog that books the same rental again on other dates, for the same customer or another. */
export function DuplicateDialog({ booking, currency, onMade, onClose }: DuplicateDialogProps) {
  const format = useFormat();
  const offer = useOwnOffer();
  const make = useDuplicate(booking.id);
  const [key] = useState(newKey);
  const [delivery, setDelivery] = useState('');
  const [pickup, setPickup] = useState('');
  const [reason, setReason] = useState('');
  const [whom, setWhom] = useState<'same' | 'another'>('same');
  const [customer, setCustomer] = useState({ name: '', email: '', phone: '' });
  const [notify, setNotify] = useState(false);
  const [pressed, setPressed] = useState(false);
  const [from, to] = [isoFromTyped(format, delivery), isoFromTyped(format, pickup)];
  const length = daysBetween(dayOf(booking.deliveryDate), dayOf(booking.pickupDate));
  const request = useMemo(
    () =>
      from === null || to === null || to < from
        ? null
        : {
            copyOf: booking.id,
            ...rentalInput(booking),
            preferredInstallTime: booking.preferredInstallTime,
            ...(booking.venueId !== null && { venueId: booking.venueId }),
            deliveryDate: from,
            pickupDate: to,
          },
    [booking, from, to],
  );
  const { estimate, error, pending } = useEstimate(request, askOwnEstimate);
  const short = request !== null && !pending && estimate?.available === false;
  const isOther = whom === 'another';
  const faults = {
    delivery: from === null ? 'Enter the delivery date' : undefined,
    pickup:
      to === null
        ? 'Enter the pickup date'
        : from !== null && to < from
          ? 'Pickup must be on or after delivery'
          : undefined,
    reason: short && reason.trim() === '' ? reasonMissing : undefined,
    name: isOther && customer.name.trim() === '' ? 'Enter the customer’s name' : undefined,
    email:
      isOther && customer.email.trim() === '' && customer.phone.trim() === ''
        ? 'Enter an email address or a phone number'
        : undefined,
  };
  const refused = make.error instanceof ApiError ? make.error.fields : {};
  const faultAt = (name: 'name' | 'email', field: string) =>
    (pressed ? faults[name] : undefined) ?? refused[field];
  const change = (part: Partial<typeof customer>) => {
    setCustomer({ ...customer, ...part });
    make.reset();
  };
  const submit = () => {
    setPressed(true);
    if (from === null || to === null || Object.values(faults).some((fault) => fault !== undefined)) return;
    make.mutate(
      {
        key,
        deliveryDate: from,
        pickupDate: to,
        asRequest: false,
        notify,
        ...(short && { overbookReason: reason.trim() }),
        ...(isOther && {
          customerName: customer.name.trim(),
          customerEmail: customer.email.trim() || null,
          customerPhone: customer.phone.trim() || null,
        }),
      },
      {
        onSuccess: (copy) => {
          toast({
            title: `Booking #${copy.number} created`,
            description: `${copy.customerName}, ${signText(format, copy)}`,
          });
          onMade(copy.id);
        },
      },
    );
  };
  const tip = 'breakdown' in booking ? (booking.breakdown.tip ?? 0) : 0;
  const today = offer.data?.today ?? dayOf(booking.createdAt);
  return (
    <FormDialog
      onClose={onClose}
      title={`Duplicate Booking #${booking.number}`}
      description={`${booking.customerName}, ${signText(format, booking)}`}
      onSubmit={submit}
      submitLabel={short ? 'Overbook' : 'Create Booking'}
      pendingLabel="Creating..."
      error={refusalOf(format, make.error)}
      pending={make.isPending}
      unsaved={[delivery, pickup, ...Object.values(customer)].some((typed) => typed !== '')}
    >
      <div className="grid gap-5">
        <p className="text-soft text-sm">
          The copy keeps the message, options, location, agreed prices, custom price lines, and discount
          {isOther ? ', but no notes.' : '.'}
          {tip > 0 ? ` The tip of ${formatMoney(tip, currency)} stays on booking #${booking.number}.` : ''}
        </p>
        <Field label="For" hint={isOther ? undefined : 'Their notes are copied too.'}>
          <Select
            value={whom}
            onChange={({ target }) => setWhom(target.value === 'another' ? 'another' : 'same')}
          >
            <option value="same">{booking.customerName}</option>
            <option value="another">Another Customer</option>
          </Select>
        </Field>
        {isOther ? (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Customer Name" error={faultAt('name', 'customerName')} required>
              <Input
                value={customer.name}
                maxLength={200}
                autoComplete="off"
                onChange={({ target }) => change({ name: target.value })}
              />
            </Field>
            <Field label="Customer Email" error={faultAt('email', 'customerEmail')}>
              <Input
                type="email"
                value={customer.email}
                maxLength={254}
                autoComplete="off"
                onChange={({ target }) => change({ email: target.value })}
              />
            </Field>
            <Field label="Customer Phone" error={refused.customerPhone}>
              <Input
                type="tel"
                value={customer.phone}
                maxLength={50}
                autoComplete="off"
                onChange={({ target }) => change({ phone: target.value })}
              />
            </Field>
          </div>
        ) : null}
        <div className="grid gap-4 sm:grid-cols-2">
          <DayField
            label="New Delivery Date"
            name="deliveryDate"
            value={delivery}
            today={today}
            other={to}
            error={pressed ? faults.delivery : undefined}
            onChange={setDelivery}
            onLeave={(day) => {
              if (day !== null && (to === null || to < day))
                setPickup(typedFromIso(format, addDays(day, length)));
            }}
            required
          />
          <DayField
            label="New Pickup Date"
            name="pickupDate"
            value={pickup}
            today={today}
            first={from}
            other={from}
            error={pressed ? faults.pickup : undefined}
            onChange={setPickup}
            required
          />
        </div>
        <div aria-live="polite" className="grid gap-3 text-sm empty:hidden">
          {request === null || estimate === null || error !== null ? null : (
            <StockNote
              estimate={{
                ...estimate,
                alternatives: estimate.alternatives.filter(({ kind }) => kind === 'dates'),
              }}
              currency={currency}
              delivery={delivery}
              onTake={(other) => {
                setDelivery(typedFromIso(format, dayOf(other.deliveryDate)));
                setPickup(typedFromIso(format, dayOf(other.pickupDate)));
              }}
            />
          )}
          {request !== null && error !== null ? <p className="text-danger">{sentenceOf(error)}</p> : null}
          {request !== null && !pending && estimate?.breakdown ? (
            <p className="tabular flex justify-between font-medium">
              Total{' '}
              <span>
                {formatMoney(
                  'breakdown' in booking
                    ? totalOfCopy(booking, estimate.breakdown)
                    : estimate.breakdown.total,
                  currency,
                )}
              </span>
            </p>
          ) : null}
          {isOther && request !== null && 'breakdown' in booking ? (
            <TaxNote price={booking.breakdown} />
          ) : null}
        </div>
        {short ? (
          <OverbookReason
            value={reason}
            error={pressed ? faults.reason : undefined}
            hint="Only your team sees this."
            onChange={setReason}
          />
        ) : null}
        <EmailChoice
          to={isOther ? customer.email.trim() || null : booking.customerEmail}
          label={`Email the confirmation to ${isOther ? customer.name.trim() || 'the customer' : booking.customerName}`}
          checked={notify}
          onChange={setNotify}
        />
      </div>
    </FormDialog>
  );
}

/** How the total depends on another customer's tax exemption. */
function TaxNote({ price }: { price: PricedBooking['breakdown'] }) {
  const user = useSignedInUser();
  const text = price.taxExempt
    ? `${taxFirst(user)} is added unless this customer is exempt too.`
    : (price.tax ?? 0) > 0
      ? `An exempt customer pays no ${taxInText(user)}.`
      : null;
  return text === null ? null : <p className="text-soft">{text}</p>;
}
