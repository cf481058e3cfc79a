import { lazy, Suspense } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { dayOf, timeWithWait } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { standingWords } from '@/sign/standing';
import { Agreed, Asked, Documents, Price } from './BookingParts';
import { type CustomersBooking, readBooking } from './booking-calls';
import { Company, Part } from './Details';
import { Foot, LinkPage } from './LinkPage';
import { StateHead } from './StateHead';

/** Paying comes after reading. */
const PayPart = lazy(() => import('./PayPart').then(({ PayPart }) => ({ default: PayPart })));
/** Below the first screen. */
const ChangeForm = lazy(() => import('./BookingForms').then(({ ChangeForm }) => ({ default: ChangeForm })));
const CrewForm = lazy(() => import('./BookingForms').then(({ CrewForm }) => ({ default: CrewForm })));
/** Last on the page. */
const CancelForm = lazy(() => import('./CancelForm').then(({ CancelForm }) => ({ default: CancelForm })));
/** Only for those who are asked about a change. */
const AgreementPart = lazy(() =>
  import('./Agreement').then(({ AgreementPart }) => ({ default: AgreementPart })),
);

/** A booking for its customer: its status, what, when, where, what it costs, and the forms that are open. */
export function BookingPage({ token, returned = null }: { token: string; returned?: string | null }) {
  return (
    <LinkPage
      token={token}
      read={readBooking}
      title="Your Booking"
      missing="This booking is not available"
      failed="The booking could not be loaded"
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

/** The booking's status, in a few words and in a sentence. */
function stateOf(booking: CustomersBooking, now: Date): State {
  const { company, cancelation, cancelFee } = booking;
  const { payBy } = booking.paying;
  if (booking.status === 'pending' && payBy !== null) {
    return new Date(payBy) > now
      ? {
          title: 'Pay to confirm your booking',
          text: `Your letters are held until ${timeWithWait(payBy, now.getTime())}. Your payment confirms the booking at once.`,
        }
      : { title: 'The time to pay is over', text: 'Nothing was charged. Please book again.' };
  }
  if (booking.status === 'pending') {
    if (booking.confirmAddress || booking.confirmBy !== null) return unconfirmed(booking);
    const held =
      booking.addressConfirmed && booking.held !== null
        ? 'Your email is confirmed, and your letters are held. '
        : '';
    return {
      title: 'Your request waits for an answer',
      text: `${held}${company.name} looks at it and writes to you. Nothing is booked until then.`,
    };
  }
  if (booking.status === 'canceled') {
    const title = 'This booking is canceled';
    const isFree = !cancelFee && booking.payments.length === 0;
    const who =
      cancelation === null
        ? `Nothing is delivered${isFree ? ', and nothing was charged' : ''}. Ask us if that surprises you.`
        : `You canceled it on ${dayInWords(dayOf(cancelation.at), 'long')}.`;
    const cost = cancelFee ? formatMoney(cancelFee, booking.currency) : cancelation && 'nothing';
    return { title, text: cost ? `${who} It costs ${cost}.` : who };
  }
  if (booking.status === 'completed' || new Date(booking.pickupDate) < now) {
    return { title: 'This rental is over', text: 'Thank you! We hope that it was a bright day.' };
  }
  return new Date(booking.deliveryDate) < now
    ? {
        title: 'Your sign is with you',
        text: `We fetch it on ${dayInWords(dayOf(booking.pickupDate), 'long')}.`,
      }
    : {
        title: 'Your sign is booked',
        text: `We bring it on ${dayInWords(dayOf(booking.deliveryDate), 'long')}.`,
      };
}

/** A request whose letters are held, or stay held, once the link in its email is opened. */
function unconfirmed({ addressConfirmed, confirmBy }: CustomersBooking): State {
  if (addressConfirmed) {
    return {
      title: 'Your letters are not held',
      text: "Your email is confirmed, but your letters aren't available right now. Open the link in our email again to check, or wait for an answer.",
    };
  }
  return confirmBy === null
    ? {
        title: 'Please confirm your email',
        text: "Open the link in the email we sent you. We'll hold your letters if they're still available.",
      }
    : {
        title: 'Please confirm your email',
        text: `Your letters are held until ${timeWithWait(confirmBy)}. Open the link in the email we sent you to keep them.`,
      };
}

interface ReadyProps {
  token: string;
  booking: CustomersBooking;
  returned: string | null;
  onChanged: (booking: CustomersBooking) => void;
}

/**
 * Whether there is anything to say about paying: a booking that costs nothing and was never paid has nothing, nor has
 * one that was canceled without a fee.
 */
const hasMoney = ({ status, total, balanceDue, payments, paying }: CustomersBooking) =>
  payments.length > 0 || paying.toReturn > 0 || (status === 'canceled' ? balanceDue > 0 : total > 0);

function Ready({ token, booking, returned, onChanged }: ReadyProps) {
  const { company, status, sign } = booking;
  const open = status === 'pending' || status === 'confirmed';
  // Until then nothing is booked: on a phone, paying comes before the price and the forms.
  const paysFirst = status === 'pending' && booking.paying.payBy !== null;
  const { title, text } = stateOf(booking, new Date());
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
          note={standingWords(sign, booking.letterCount)}
          corner={<p className="tabular shrink-0 text-soft text-sm">Booking #{booking.number}</p>}
          state={status}
        />
        {/* Two columns on a desk; on a phone one, in the order in which a customer asks. */}
        <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 px-4 py-6 sm:px-6 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-x-7 lg:py-10">
          <div className="contents lg:grid lg:min-w-0 lg:gap-5">
            {open && booking.agreement !== null ? (
              <Part title="A change of your booking" className="screen-only order-1">
                <Suspense fallback={<p role="status">Opening the change…</p>}>
                  <AgreementPart {...form} agreement={booking.agreement} />
                </Suspense>
              </Part>
            ) : null}
            <Part title="What, when and where" className="order-1">
              <Agreed token={token} booking={booking} />
            </Part>
            {open ? (
              <>
                <Part title="For the crew" className="screen-only order-3">
                  <Suspense fallback={<p role="status">Opening the form…</p>}>
                    <CrewForm {...form} />
                  </Suspense>
                </Part>
                <Part title="Need to change something?" className="screen-only order-4">
                  <Asked booking={booking} />
                  <Suspense fallback={<p role="status">Opening the form…</p>}>
                    <ChangeForm {...form} />
                  </Suspense>
                </Part>
              </>
            ) : null}
          </div>
          <div className="contents lg:sticky lg:top-6 lg:grid lg:min-w-0 lg:gap-5">
            <Part title="Price" className="order-2">
              <Price booking={booking} />
              <Documents token={token} booking={booking} />
            </Part>
            {hasMoney(booking) ? (
              <Part title="Payment" className={`screen-only ${paysFirst ? 'order-1' : 'order-2'}`}>
                <Suspense fallback={<p role="status">Opening the payments…</p>}>
                  <PayPart token={token} booking={booking} returned={returned} onChanged={onChanged} />
                </Suspense>
              </Part>
            ) : null}
            <div className="order-5 min-w-0">
              <Company company={company} />
            </div>
            {booking.canceling.possible ? (
              <Part title="Cancel" className="screen-only order-6">
                <Suspense fallback={<p role="status">Looking up what canceling costs…</p>}>
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
