import { lazy, Suspense } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { dayOf } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { type CustomersBooking, readBooking } from '@/paying/calls';
import { periodInWords, secondsUntil } from '@/paying/period';
import { untilInWords } from '@/paying/until';
import { standingWords } from '@/sign/standing';
import { Agreed, Documents, Price } from './BookingParts';
import { Company, Part } from './Details';
import { Foot, LinkPage } from './LinkPage';
import { StateHead } from './StateHead';

/** Loaded later: customers read the page before they pay. */
const PayPart = lazy(() => import('./PayPart').then(({ PayPart }) => ({ default: PayPart })));
/** Loaded later: below the fold. */
const ChangePart = lazy(() => import('./ChangePart').then(({ ChangePart }) => ({ default: ChangePart })));
const CrewForm = lazy(() => import('./BookingForms').then(({ CrewForm }) => ({ default: CrewForm })));
/** Loaded later: at the bottom of the page. */
const CancelForm = lazy(() => import('./CancelForm').then(({ CancelForm }) => ({ default: CancelForm })));
/** Loaded only for a booking that was not paid in time. */
const RetakePart = lazy(() => import('./BookingForms').then(({ RetakePart }) => ({ default: RetakePart })));
/** Loaded later: at the bottom of the page. */
const AllBookings = lazy(() => import('./AllBookings').then(({ AllBookings }) => ({ default: AllBookings })));
/** Loaded only if the business can text its customers. */
const TextsPart = lazy(() => import('./TextsPart').then(({ TextsPart }) => ({ default: TextsPart })));
/** Loaded only once a booking is over. */
const BookAgain = lazy(() => import('./BookAgain').then(({ BookAgain }) => ({ default: BookAgain })));
/** Loaded only for a booking that another one replaced. */
const Replacement = lazy(() => import('./Replacement').then(({ Replacement }) => ({ default: Replacement })));
/** Loaded only for a booking with a contract. */
const ContractPart = lazy(() =>
  import('./ContractPart').then(({ ContractPart }) => ({ default: ContractPart })),
);
/** Loaded only if a change awaits the customer's answer. */
const AgreementPart = lazy(() =>
  import('./Agreement').then(({ AgreementPart }) => ({ default: AgreementPart })),
);

/** A booking's page for its customer: status, sign, days, place, price and the available forms. */
export function BookingPage({ token, returned = null }: { token: string; returned?: string | null }) {
  return (
    <LinkPage
      token={token}
      read={readBooking}
      title="Your Booking"
      missing="This booking is not available"
      failed="We couldn’t load your booking"
    >
      {(booking, onChanged) => (
        <Ready token={token} booking={booking} returned={returned} onChanged={onChanged} />
      )}
    </LinkPage>
  );
}

interface State {
  title: string;
  text: string;
}

/** The business's promise to reply, or null: "you hear from Glow within a day". */
function promiseOf({ answerWithin, company }: CustomersBooking): string | null {
  return answerWithin === null ? null : `you hear from ${company.name} ${answerWithin}`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Title and sentence for the booking's status. */
function stateOf(format: Format, booking: CustomersBooking, now: Date): State {
  const { company, cancelation, cancelFee } = booking;
  if (booking.state === 'lapsed')
    return { title: 'Your time to pay has expired', text: 'Nothing was charged.' };
  if (booking.state === 'held') {
    if (booking.paying.capture === 'on_approval') {
      return {
        title: 'Authorize your card to send your request',
        text: `Your letters are held. Your card is authorized now, and charged only if ${company.name} confirms.`,
      };
    }
    return {
      title: 'Pay to confirm your booking',
      text: 'Your letters are held. Your booking is confirmed as soon as you pay.',
    };
  }
  if (booking.status === 'pending' && booking.authorizedUntil !== null) {
    return {
      title: 'Request sent',
      text: `Your card is authorized for ${formatMoney(booking.authorized, booking.currency)}. You are charged only if ${company.name} confirms. Your letters are held until ${untilInWords(format, booking.authorizedUntil)}; ${promiseOf(booking) ?? `without an answer by then, the authorization is released`}.`,
    };
  }
  if (booking.status === 'pending') {
    if (booking.confirmAddress || booking.confirmBy !== null) return unconfirmed(booking);
    const promise = promiseOf(booking);
    const confirmed = booking.addressConfirmed ? 'Your email is confirmed. ' : '';
    const held =
      booking.held === null
        ? ''
        : `${confirmed}Your letters are held until ${untilInWords(format, booking.held.until)}. `;
    const next = promise === null ? `${company.name} will review it and email you` : capitalized(promise);
    return { title: 'Request sent', text: `${held}${next}. Nothing is booked yet.` };
  }
  if (booking.state === 'declined' && booking.payments.length === 0) {
    return {
      title: 'Your request was declined',
      text: `${company.name} can’t take this booking. Nothing was charged.`,
    };
  }
  if (booking.replacedBy !== null) {
    return {
      title: 'You changed this booking',
      text: `Booking #${booking.replacedBy.number} took its place.${booking.payments.length === 0 ? ' Nothing was charged for this one.' : ''}`,
    };
  }
  if (booking.status === 'canceled') {
    const title = 'This booking is canceled';
    const isFree = !cancelFee && booking.payments.length === 0;
    const who =
      cancelation === null
        ? `Nothing will be delivered${isFree ? ', and nothing was charged' : ''}. Contact us with any questions.`
        : `You canceled it on ${dayInWords(format, dayOf(cancelation.at), 'long')}.`;
    const cost = cancelFee
      ? ` The cancellation fee is ${formatMoney(cancelFee, booking.currency)}.`
      : cancelation
        ? ' There is no cancellation fee.'
        : '';
    return { title, text: `${who}${cost}` };
  }
  if (booking.status === 'completed' || new Date(booking.pickupDate) < now) {
    return { title: 'This rental is over', text: 'Thanks for renting with us!' };
  }
  return new Date(booking.deliveryDate) < now
    ? {
        title: 'Enjoy your sign!',
        text: `Pickup: ${dayInWords(format, dayOf(booking.pickupDate), 'long')}.`,
      }
    : {
        title: 'Your sign is booked',
        text: `Delivery: ${dayInWords(format, dayOf(booking.deliveryDate), 'long')}.`,
      };
}

/**
 * Status of a request whose letters are held, or stay held, only once the customer confirms their email
 * address.
 */
function unconfirmed({ addressConfirmed, confirmBy }: CustomersBooking): State {
  if (addressConfirmed) {
    return {
      title: 'Your letters are not held',
      text: "Your email is confirmed, but your letters aren't available right now. Open the link in our email again to check, or wait for our reply.",
    };
  }
  return confirmBy === null
    ? {
        title: 'Please confirm your email',
        text: "Open the link in the email we sent you. We'll hold your letters if they're still available.",
      }
    : {
        title: 'Please confirm your email',
        text: `Your letters are held for ${periodInWords(secondsUntil(confirmBy))}. Open the link in the email we sent you to keep them.`,
      };
}

interface ReadyProps {
  token: string;
  booking: CustomersBooking;
  returned: string | null;
  onChanged: (booking: CustomersBooking) => void;
}

/**
 * True if there is anything to show about payments. Bookings that cost nothing and were never paid, and those
 * canceled without a fee, have nothing.
 */
const hasMoney = ({ status, total, balanceDue, payments, paying }: CustomersBooking) =>
  payments.length > 0 || paying.toReturn > 0 || (status === 'canceled' ? balanceDue > 0 : total > 0);

/** True for a booking that has ended: picked up, completed, canceled or lapsed. */
const isOver = ({ status, state, pickupDate }: CustomersBooking, now: Date) =>
  status === 'completed' ||
  status === 'canceled' ||
  state === 'lapsed' ||
  (status === 'confirmed' && new Date(pickupDate) < now);

function Ready({ token, booking, returned, onChanged }: ReadyProps) {
  const format = useFormat();
  const { company, status, sign } = booking;
  const open = status === 'pending' || status === 'confirmed';
  // Paying confirms the booking, so on a phone the payment section comes before the price and the forms.
  const paysFirst = booking.state === 'held';
  const now = new Date();
  const { title, text } = stateOf(format, booking, now);
  const form = { token, booking, onChanged };
  return (
    <>
      <main className="flex-1">
        <StateHead
          of={booking}
          called={`Booking #${booking.number}`}
          title={title}
          text={text}
          lit={status !== 'canceled'}
          note={standingWords(format, sign, booking.letterCount)}
          corner={<p className="tabular shrink-0 text-soft text-sm">Booking #{booking.number}</p>}
          state={status}
        />
        {/* Two columns on a wide screen; one on a phone, in the order of a customer's questions. */}
        <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 px-4 py-6 sm:px-6 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-x-7 lg:py-10">
          <div className="contents lg:grid lg:min-w-0 lg:gap-5">
            {open && booking.agreement !== null ? (
              <Part title="A change to your booking" className="screen-only order-1">
                <Suspense fallback={<p role="status">Loading…</p>}>
                  <AgreementPart {...form} agreement={booking.agreement} />
                </Suspense>
              </Part>
            ) : null}
            {booking.contract === null ? null : (
              <Part
                title="Contract"
                className={`screen-only ${booking.contract.signUrl === null ? 'order-2' : 'order-1'}`}
              >
                <Suspense fallback={<p role="status">Loading…</p>}>
                  <ContractPart token={token} booking={booking} contract={booking.contract} />
                </Suspense>
              </Part>
            )}
            <Part title="Booking details" className="order-1">
              <Agreed token={token} booking={booking} />
            </Part>
            {open ? (
              <>
                <Part title="For the crew" className="screen-only order-3">
                  <Suspense fallback={<p role="status">Loading…</p>}>
                    <CrewForm {...form} />
                  </Suspense>
                </Part>
                <Part title="Need to change something?" className="screen-only order-4">
                  <Suspense fallback={<p role="status">Loading…</p>}>
                    <ChangePart {...form} />
                  </Suspense>
                </Part>
              </>
            ) : null}
          </div>
          <div className="contents lg:sticky lg:top-6 lg:grid lg:min-w-0 lg:gap-5">
            {booking.state === 'lapsed' ? (
              <Part title="Hold your letters again" className="screen-only order-1">
                <Suspense fallback={null}>
                  <RetakePart token={token} onChanged={onChanged} />
                </Suspense>
              </Part>
            ) : null}
            {booking.replacedBy !== null ? (
              <Part title={`Booking #${booking.replacedBy.number}`} className="screen-only order-1">
                <Suspense fallback={null}>
                  <Replacement of={booking.replacedBy} />
                </Suspense>
              </Part>
            ) : isOver(booking, now) ? (
              <Part title="Book this sign again" className="screen-only order-1">
                <Suspense fallback={null}>
                  <BookAgain token={token} />
                </Suspense>
              </Part>
            ) : null}
            <Part title="Price" className="order-2">
              <Price booking={booking} />
              <Documents token={token} booking={booking} />
            </Part>
            {hasMoney(booking) ? (
              <Part title="Payment" className={`screen-only ${paysFirst ? 'order-1' : 'order-2'}`}>
                <Suspense fallback={<p role="status">Loading…</p>}>
                  <PayPart token={token} booking={booking} returned={returned} onChanged={onChanged} />
                </Suspense>
              </Part>
            ) : null}
            <div className="order-5 min-w-0">
              <Company company={company} />
            </div>
            {booking.textConsent || booking.textConsentWording !== null ? (
              <Part title="Texts" className="screen-only order-5">
                <Suspense fallback={<p role="status">Loading…</p>}>
                  <TextsPart {...form} />
                </Suspense>
              </Part>
            ) : null}
            <Part title="All my bookings" className="screen-only order-5">
              <Suspense fallback={<p role="status">Loading…</p>}>
                <AllBookings token={token} />
              </Suspense>
            </Part>
            {booking.canceling.possible ? (
              <Part title="Cancel your booking" className="screen-only order-6">
                <Suspense fallback={<p role="status">Loading…</p>}>
                  <CancelForm {...form} />
                </Suspense>
              </Part>
            ) : null}
          </div>
        </div>
      </main>
      <Foot company={company} />
    </>
  );
}
