import type { QuoteDetails } from '@/api/types';
import { booking, usualOptions } from './bookings';
import { pick, sample } from './sample';

/** Fields that only some history entries have. */
export const noProof = { email: null, address: null, agent: null };

/** A draft with fixed dates and its history, as returned to its operator. */
export const quote = sample<QuoteDetails>({
  ...pick(
    booking(),
    'message',
    'size',
    'letters',
    'letterCount',
    'lines',
    'rentalDays',
    'breakdown',
    'venueId',
    'venueName',
    'venueAddress',
  ),
  id: 7,
  customerId: 4,
  userId: 1,
  number: null,
  status: 'draft',
  version: 1,
  revision: 1,
  sentVersion: null,
  changedSinceSent: false,
  address: null,
  venueSurcharge: 50,
  customerName: 'Jane Miller',
  customerEmail: 'jane@example.com',
  customerPhone: null,
  deliveryDate: '2027-06-01',
  pickupDate: '2027-06-02',
  eventType: null,
  preferredInstallTime: null,
  colorOption: 'standard',
  addOns: { lighting: false, stand: false },
  options: usualOptions,
  sign: [{ text: 'LOVE', size: '4ft', heightInches: 48, color: null, finish: '' }],
  rented: [{ text: 'LOVE', detail: '4 letters in 4ft', finish: null }],
  notes: null,
  note: null,
  extraLines: [],
  discount: null,
  discountCode: null,
  damageWaiver: false,
  totalPrice: 150,
  deposit: 50,
  expiresAt: null,
  holdLetters: false,
  link: null,
  bookingId: null,
  createdAt: '2026-11-20T10:00:00-05:00',
  updatedAt: '2026-11-20T10:00:00-05:00',
  sentAt: null,
  seenAt: null,
  answeredAt: null,
  lostReason: null,
  history: [
    { at: '2026-11-20T10:00:00-05:00', ...noProof, kind: 'created', who: 'ada', version: 1, text: null },
  ],
  fit: { available: true, shortages: [], collisions: [], alternatives: [] },
});

/** The same quote after it was sent. */
export function sentQuote(rest: Partial<QuoteDetails> = {}): QuoteDetails {
  return quote({
    number: 'Q-2026-0007',
    status: 'sent',
    sentVersion: 1,
    link: 'http://localhost:3000/q/token',
    sentAt: '2026-11-20T11:00:00-05:00',
    expiresAt: '2026-12-04T23:59:59-05:00',
    ...rest,
  });
}
