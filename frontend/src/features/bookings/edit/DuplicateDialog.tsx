import { useMemo, useState } from 'react';
import { useDuplicate } from '@/api/bookings';
import { sentenceOf } from '@/api/errors';
import { refusalOf } from '@/api/form-errors';
import { askOwnEstimate, useOwnOffer } from '@/api/operator-form';
import type { Booking, PricedBooking } from '@/api/types';
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
import { FormDialog } from '@/ui/FormDialog';
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

/**
 * Dialog that books the same rental again for the same customer on other dates, with availability and price.
 */
export function DuplicateDialog({ booking, currency, onMade, onClose }: DuplicateDialogProps) {
  const format = useFormat();
  const offer = useOwnOffer();
  const make = useDuplicate(booking.id);
  const [key] = useState(newKey);
  const [delivery, setDelivery] = useState('');
  const [pickup, setPickup] = useState('');
  const [reason, setReason] = useState('');
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
  const faults = {
    delivery: from === null ? 'Enter the delivery date' : undefined,
    pickup:
      to === null
        ? 'Enter the pickup date'
        : from !== null && to < from
          ? 'Pickup must be on or after delivery'
          : undefined,
    reason: short && reason.trim() === '' ? reasonMissing : undefined,
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
      unsaved={delivery !== '' || pickup !== ''}
    >
      <div className="grid gap-5">
        <p className="text-soft text-sm">
          The copy keeps the message, options, location, customer, agreed prices, custom price lines, and
          discount.
          {tip > 0 ? ` The tip of ${formatMoney(tip, currency)} stays on booking #${booking.number}.` : ''}
        </p>
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
          to={booking.customerEmail}
          label={`Email the confirmation to ${booking.customerName}`}
          checked={notify}
          onChange={setNotify}
        />
      </div>
    </FormDialog>
  );
}
