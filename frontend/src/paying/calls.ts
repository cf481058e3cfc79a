/** API calls about the payment of a booking, by the token of its page. */
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';

type Schemas = components['schemas'];

/** A booking as its customer sees it. */
export type CustomersBooking = Schemas['PublicBookingOut'];

/** Data that opens the card form of a new booking. */
export type BookingPayment = NonNullable<Schemas['PlacedOut']['payment']>;

export const bookingAddress = (token: string) => `/api/public/bookings/${encodeURIComponent(token)}`;

export const readBooking = (token: string, signal?: AbortSignal) =>
  callPublicly<CustomersBooking>(bookingAddress(token), signal && { signal });

/** Check the booking's card payments, and `intent` if given, with the provider. Returns the updated page. */
export const lookAtPayment = (token: string, intent: string | null) =>
  callPublicly<Schemas['PaymentLookOut']>(
    `${bookingAddress(token)}/pay/look${intent === null ? '' : `?paymentIntent=${encodeURIComponent(intent)}`}`,
    { method: 'POST' },
  );

/** Hold the letters of a lapsed booking again, at the agreed price. */
export const retakeLetters = (token: string) =>
  callPublicly<Schemas['RetakenOut']>(`${bookingAddress(token)}/retake`, {
    method: 'POST',
  });

export const paymentSetup = () => callPublicly<Schemas['PaymentSetupOut']>('/api/payment-setup');
