/** After a success: the sign alive, what was asked for, and what happens next. */
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Offer } from '@/booking-form/offer';
import { BOOKING_SUBMITTED, DONE } from '@/booking-form/texts';
import { formatMoney } from '@/lib/money';
import { calendarFile } from './calendar-file';
import type { Booked } from './calls';
import { CheckIcon } from './icons';
import { rentalInWords } from './Stock';

export interface DoneProps {
  readonly booking: Booked;
  readonly offer: Offer;
  readonly email: string;
  readonly onAgain: () => void;
}

/**
 * The booking as a file for a calendar. It is made here, because a visitor has no session to fetch it with. A frame
 * may forbid downloads and does not tell; so the words that follow a press say where the same facts stand.
 */
function CalendarLink({ booking, offer }: Pick<DoneProps, 'booking' | 'offer'>) {
  const [pressed, setPressed] = useState(false);
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    const text = calendarFile(booking, {
      company: offer.companyName,
      host: location.hostname,
      money: (units) => formatMoney(units, offer.currency),
    });
    event.currentTarget.href = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
    setPressed(true);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: the press makes the file that the link then leads to. */}
      <a href="#calendar" className="secondary" download={`booking-${booking.id}.ics`} onClick={onClick}>
        {DONE.calendar}
      </a>
      <p className="hint" role="status">
        {pressed && DONE.calendarSaved}
      </p>
    </>
  );
}

export function Done({ booking, offer, email, onAgain }: DoneProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, []);
  const confirmed = booking.status === 'confirmed';
  const money = (units: number) => formatMoney(units, offer.currency);
  const deposit = booking.deposit > 0 ? money(booking.deposit) : null;
  const rows: readonly (readonly [string, string])[] = [
    [DONE.sign, DONE.signValue(booking.message, booking.size, booking.letterCount)],
    [DONE.dates, rentalInWords(booking.deliveryDate, booking.pickupDate)],
    ...(booking.venueName ? [[DONE.venue, booking.venueName] as const] : []),
    [DONE.total, money(booking.totalPrice)],
    ...(deposit === null ? [] : [[DONE.deposit, deposit] as const]),
    [DONE.reference, `#${booking.number}`],
  ];
  return (
    <section className="card done" aria-labelledby="done-title">
      <span className="tick">
        <CheckIcon />
      </span>
      <h2 id="done-title" ref={title} tabIndex={-1}>
        {confirmed ? DONE.confirmed : BOOKING_SUBMITTED.description}
      </h2>
      <dl className="lines">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>{DONE.next}</h3>
      <ol>
        {DONE.steps({ confirmed, company: offer.companyName, email, deposit }).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <CalendarLink booking={booking} offer={offer} />
      <button type="button" className="link" onClick={onAgain}>
        {DONE.again}
      </button>
    </section>
  );
}
