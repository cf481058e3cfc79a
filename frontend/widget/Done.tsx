/** Result page after sending: the lit sign, a summary and the next steps. */

import { useEffect, useRef, useState } from 'react';
import { DONE } from '@/booking-form/lazy-texts';
import { lineInWords } from '@/booking-form/line-prices';
import type { Offer } from '@/booking-form/offer';
import { BOOKING_CONFIRMED, BOOKING_SUBMITTED } from '@/booking-form/texts';
import { timeWithWait } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { type Booked, type BookingNow, readBooking } from './calls';
import { CheckIcon } from './lazy-icons';
import { rentalInWords } from './Stock';

export interface DoneProps {
  readonly booking: Booked;
  readonly offer: Offer;
  readonly email: string;
  readonly onAgain: () => void;
}

// A booking resumed on another network has no page link; it was sent by email.
const tokenOf = (booking: Booked) => booking.pageUrl?.split('/').at(-1) ?? '';

/**
 * Current state of a booking that awaits payment: it may have been paid on its page since. Null until loaded.
 */
function useBookingNow(booking: Booked, waits: boolean): BookingNow | null {
  const [now, setNow] = useState<BookingNow | null>(null);
  const token = tokenOf(booking);
  useEffect(() => {
    if (!waits || !token) return;
    const stop = new AbortController();
    const read = () => {
      if (document.visibilityState === 'hidden') return;
      // If this fails, the state at sending time stays.
      readBooking(token, stop.signal).then(setNow, () => undefined);
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => {
      stop.abort();
      document.removeEventListener('visibilitychange', read);
    };
  }, [token, waits]);
  return now;
}

/**
 * Link to the booking's calendar file. A frame may block downloads silently, so pressing the link shows where
 * else the file is available.
 */
function CalendarLink({ booking }: Pick<DoneProps, 'booking'>) {
  const [pressed, setPressed] = useState(false);
  const token = tokenOf(booking);
  return (
    <>
      <a
        href={`/api/public/bookings/${token}/calendar.ics`}
        className="secondary"
        download
        onClick={() => setPressed(true)}
      >
        {DONE.calendar}
      </a>
      <p className="hint" role="status">
        {pressed && DONE.calendarSaved}
      </p>
    </>
  );
}

export function Done({ booking, offer, email, onAgain }: DoneProps) {
  const format = useFormat();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, []);
  const toPay = Boolean(booking.payment ?? booking.payBy);
  const now = useBookingNow(booking, toPay);
  const status = now?.status ?? booking.status;
  const confirmed = status === 'confirmed' || status === 'completed';
  const over = toPay && status === 'canceled';
  // Results stored by an older version have no lines.
  const lines = booking.lines ?? [];
  const isPlain = lines.length < 2 && lines.every(({ kind }) => kind === 'letters');
  const money = (units: number) => formatMoney(units, offer.currency);
  const { payment, payBy } = confirmed || over ? {} : booking;
  const paid = toPay && confirmed && now !== null ? now.received : 0;
  const deposit = booking.deposit > 0 ? money(booking.deposit) : null;
  const rows: readonly (readonly [string, string])[] = [
    ...(lines.length === 0
      ? [[DONE.sign, DONE.signValue(booking.message, booking.size, booking.letterCount)] as const]
      : lines.map((line, i) => {
          const { label, detail } = lineInWords(line, offer);
          const text = line.kind === 'letters' ? `“${label}”` : label;
          return [
            isPlain ? DONE.sign : i === 0 ? DONE.rented : '',
            [text, detail].filter(Boolean).join(', '),
          ] as const;
        })),
    [DONE.dates, rentalInWords(format, booking.deliveryDate, booking.pickupDate)],
    ...(booking.venueName ? [[DONE.venue, booking.venueName] as const] : []),
    [DONE.total, money(booking.totalPrice)],
    ...(deposit === null ? [] : [[DONE.deposit, deposit] as const]),
    ...(paid > 0 ? [[DONE.paid, money(paid)] as const] : []),
    [DONE.reference, `#${booking.number}`],
  ];
  return (
    <section className="card done" aria-labelledby="done-title">
      <span className="tick">
        <CheckIcon />
      </span>
      <h2 id="done-title" ref={title} tabIndex={-1}>
        {over
          ? DONE.over
          : payment
            ? DONE.toPay
            : payBy
              ? DONE.toPayLater
              : (confirmed ? BOOKING_CONFIRMED : BOOKING_SUBMITTED).description}
      </h2>
      <dl className="lines">
        {rows.map(([label, value], i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
          <div key={i}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>{DONE.next}</h3>
      <ol>
        {(over
          ? DONE.overSteps
          : payment
            ? DONE.paySteps(money(payment.amount), timeWithWait(format, payment.expiresAt))
            : payBy
              ? DONE.payLaterSteps(email, timeWithWait(format, payBy))
              : DONE.steps({
                  confirmed,
                  held: booking.held,
                  confirmAddress: booking.confirmAddress,
                  confirmBy: booking.confirmBy ? timeWithWait(format, booking.confirmBy) : null,
                  company: offer.companyName,
                  email,
                  deposit,
                  paid: paid > 0 ? money(paid) : null,
                })
        ).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {booking.pageUrl ? (
        <a href={booking.pageUrl} target="_blank" rel="noopener noreferrer" className="primary">
          {payment ? DONE.pay(money(payment.amount)) : DONE.page}
        </a>
      ) : null}
      <p className="hint">{DONE.pageHint}</p>
      <CalendarLink booking={booking} />
      <button type="button" className="link" onClick={onAgain}>
        {DONE.again}
      </button>
    </section>
  );
}
