/** Result page after sending: the lit sign, the card form if a payment is due, a summary and the next steps. */

import { useEffect, useRef, useState } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { DONE, PAY_HERE } from '@/booking-form/lazy-texts';
import { lineInWords } from '@/booking-form/line-prices';
import type { Offer } from '@/booking-form/offer';
import { ShareSign } from '@/booking-form/ShareSign';
import { BOOKING_CONFIRMED, BOOKING_SUBMITTED, PLACES } from '@/booking-form/texts';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { periodInWords, secondsUntil } from '@/paying/period';
import { untilInWords } from '@/paying/until';
import type { Booked } from './calls';
import { CheckIcon } from './lazy-icons';
import { PageLink } from './PageLink';
import { rentalInWords } from './Stock';
import { type Checkout, tokenOf, useCheckout } from './useCheckout';
import type { usePayHere } from './usePayHere';

export interface DoneProps {
  readonly booking: Booked;
  readonly offer: Offer;
  readonly email: string;
  /** Called when the booking's state has changed, for example by a payment. */
  readonly onChange: (booking: Booked) => void;
  /** The card form, if a payment is due. */
  readonly card: ReturnType<typeof usePayHere>;
  /** Opens the form again, filled in as before or empty. */
  readonly onAgain: (filled: boolean) => void;
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

/** The card form, or a link to the booking's page if the file with the form could not be loaded. */
function Pay({
  checkout,
  card,
  booking,
  offer,
  email,
}: Pick<DoneProps, 'booking' | 'offer' | 'email' | 'card'> & { checkout: Checkout }) {
  const { payment, paid } = checkout;
  if (payment === null) return null;
  const { pageUrl } = booking;
  if (card === 'coming') return <p role="status">{PAY_HERE.loading}</p>;
  if (card === 'failed') {
    if (pageUrl === null) return <p role="alert">{PLACES.reload}</p>;
    return (
      <PageLink href={pageUrl} email={email} className="primary" replace>
        {PAY_HERE.pay(formatMoney(payment.amount, offer.currency))}
      </PageLink>
    );
  }
  return (
    <card.PayHere
      payment={payment}
      currency={offer.currency}
      pageUrl={pageUrl}
      email={email}
      onApproval={isOnApproval(payment)}
      onPaid={paid}
    />
  );
}

const isOnApproval = (payment: Checkout['payment']) => payment?.capture === 'on_approval';

export function Done({ booking, offer, email, card, onChange, onAgain }: DoneProps) {
  const format = useFormat();
  const title = useRef<HTMLHeadingElement>(null);
  const checkout = useCheckout(booking, DONE, onChange);
  const { phase, payment, left, checking, message } = checkout;
  const isHeld = phase === 'held';
  const isLapsed = phase === 'lapsed';
  const isSent = !isHeld && !isLapsed && phase !== 'ended';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each phase replaces the control that had the focus.
  useEffect(() => {
    title.current?.focus({ preventScroll: isSent });
    // The sign lights up above the title.
    if (isSent) document.querySelector('.stage')?.scrollIntoView?.();
  }, [phase, checking]);
  const confirmed = phase === 'confirmed';
  // Results stored by an older version have no lines.
  const lines = booking.lines ?? [];
  const isPlain = lines.length < 2 && lines.every(({ kind }) => kind === 'letters');
  const dayOf = (day: string) => dayInWords(format, day.slice(0, 10), 'short');
  const days = [dayOf(booking.deliveryDate), dayOf(booking.pickupDate)] as const;
  const money = (units: number) => formatMoney(units, offer.currency);
  const paid = confirmed ? booking.received : 0;
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
  const sent = confirmed ? BOOKING_CONFIRMED : BOOKING_SUBMITTED;
  const period = left === null ? null : periodInWords(left);
  const steps = isLapsed
    ? DONE.overSteps
    : phase === 'ended'
      ? []
      : isHeld
        ? payment
          ? DONE.paySteps(offer.companyName, isOnApproval(payment), days)
          : DONE.payLaterSteps(email, period, days)
        : DONE.steps({
            confirmed,
            held: booking.held,
            confirmAddress: booking.confirmAddress,
            confirmBy: booking.confirmBy ? periodInWords(secondsUntil(booking.confirmBy)) : null,
            company: offer.companyName,
            email,
            deposit,
            paid: paid > 0 ? money(paid) : null,
            authorized: !confirmed && booking.authorized ? money(booking.authorized) : null,
            days,
            answerWithin: offer.answerWithin,
            heldUntil: booking.heldUntil ? untilInWords(format, booking.heldUntil) : null,
          });
  return (
    <section className="card done" aria-labelledby="done-title">
      {!isLapsed && phase !== 'ended' && (
        <span className="tick">
          <CheckIcon />
        </span>
      )}
      <h2 id="done-title" ref={title} tabIndex={-1}>
        {isLapsed
          ? DONE.over
          : phase === 'ended'
            ? DONE.ended
            : !isHeld
              ? sent.description
              : payment
                ? isOnApproval(payment)
                  ? DONE.toAuthorize
                  : DONE.toPay
                : DONE.toPayLater}
      </h2>
      {isSent && (
        <p className="moment">
          {confirmed ? DONE.lightsUp(days[0]) : DONE.requested(offer.companyName, days[0])}
        </p>
      )}
      {isHeld && payment && period && (
        <p className="held" role="timer">
          {DONE.heldFor(period)}
        </p>
      )}
      {message && (
        <p className={message.good ? 'thanks' : 'problem'} role={message.good ? 'status' : 'alert'}>
          {message.text}
        </p>
      )}
      {checking ? (
        <p role="status" aria-busy="true">
          {DONE.checking}
        </p>
      ) : (
        isHeld &&
        left !== null && <Pay checkout={checkout} card={card} booking={booking} offer={offer} email={email} />
      )}
      {isLapsed && (
        <p className="again">
          {checkout.canRetake && (
            <button type="button" className="primary" onClick={checkout.retake}>
              {DONE.retake}
            </button>
          )}
          <button type="button" className="secondary" onClick={() => onAgain(true)}>
            {DONE.change}
          </button>
        </p>
      )}
      {steps.length > 0 && (
        <>
          <h3>{DONE.next}</h3>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
      {booking.pageUrl && (
        <>
          <PageLink
            href={booking.pageUrl}
            email={isHeld ? email : null}
            className={isHeld && payment ? 'secondary' : 'primary'}
          >
            {DONE.page}
          </PageLink>
          <p className="hint">{DONE.pageHint}</p>
        </>
      )}
      {booking.pageUrl && confirmed && <CalendarLink booking={booking} />}
      {booking.pageUrl && isSent && booking.letterCount > 0 && (
        <ShareSign token={tokenOf(booking)} className="secondary" />
      )}
      <dl className="lines">
        {rows.map(([label, value], i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
          <div key={i}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="link" onClick={() => onAgain(false)}>
        {DONE.again}
      </button>
    </section>
  );
}
