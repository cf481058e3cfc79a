/** After a success: the sign alive, and what was asked for. */
import { useEffect, useRef } from 'react';
import type { Offer } from '@/booking-form/offer';
import { BOOKING_SUBMITTED, counted } from '@/booking-form/texts';
import { formatMoney } from '@/lib/money';
import type { Booked } from './calls';
import { CheckIcon } from './icons';
import { rentalInWords } from './Stock';

interface DoneProps {
  readonly booking: Booked;
  readonly offer: Offer;
  readonly email: string;
  readonly onAgain: () => void;
}

export function Done({ booking, offer, email, onAgain }: DoneProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, []);
  const confirmed = booking.status === 'confirmed';
  const money = (units: number) => formatMoney(units, offer.currency);
  const rows: readonly (readonly [string, string])[] = [
    ['Sign', `“${booking.message}”, ${booking.size}, ${counted(booking.letterCount, 'letter')}`],
    ['Dates', rentalInWords(booking.deliveryDate, booking.pickupDate)],
    ...(booking.venueName ? [['Venue', booking.venueName] as const] : []),
    ['Total', money(booking.totalPrice)],
    ...(booking.deposit > 0 ? [['Deposit required', money(booking.deposit)] as const] : []),
    ['Reference', `#${booking.id}`],
  ];
  return (
    <section className="card done" aria-labelledby="done-title">
      <span className="tick">
        <CheckIcon />
      </span>
      <h2 id="done-title" ref={title} tabIndex={-1}>
        {confirmed ? 'Your booking is confirmed!' : BOOKING_SUBMITTED.description}
      </h2>
      <p>
        {confirmed
          ? `${offer.companyName ?? 'We'} will be in touch at ${email}.`
          : `${offer.companyName ?? 'We'} will look at it and answer to ${email}.`}
      </p>
      <dl className="lines">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="secondary" onClick={onAgain}>
        Book another sign
      </button>
    </section>
  );
}
