/** Shared samples of the customer page tests: a business, its formats, and a plain booking. */

import type { CustomersBooking } from '@/paying/calls';
import { usualOptions } from '@/testing/bookings';
import { sample } from '@/testing/sample';

/** A business, as shown on its customers' pages. */
export const glow = {
  name: 'Glow & Co.',
  address: null,
  phone: '555 0100',
  email: 'hi@glow.example',
  website: null,
  logoUrl: null,
  brand: null,
};

/** Formats of days, times, money and measures. */
export const writing = {
  currency: 'USD',
  dateFormat: 'MM/DD/YYYY',
  timeFormat: '12h',
  measures: 'us',
} as const;

/** A rental of LOVE. */
export const love = {
  message: 'LOVE',
  size: '4ft',
  letters: [...'LOVE'],
  letterCount: 4,
  sign: [{ text: 'LOVE', size: '4ft', heightInches: 48, color: null, finish: '' }],
  rented: [{ text: 'LOVE', detail: '4 letters in 4ft', finish: null }],
};

/** Payment state with nothing due. */
export const nothingDue: CustomersBooking['paying'] = {
  card: false,
  deposit: 0,
  balance: 0,
  processing: 0,
  returning: 0,
  toReturn: 0,
  payBy: null,
  capture: 'now',
  smallest: 0.5,
  shares: 0,
  giftCards: false,
  howToPay: null,
};

/** A confirmed, unpaid booking of two days. */
export const customersBooking = sample<CustomersBooking>({
  ...writing,
  ...love,
  id: 7,
  number: 3,
  status: 'confirmed',
  state: 'confirmed',
  lapsedAt: null,
  replacedBy: null,
  contract: null,
  held: null,
  confirmAddress: false,
  confirmBy: null,
  addressConfirmed: false,
  textConsent: false,
  textsStopped: false,
  textConsentWording: null,
  timeZone: 'America/New_York',
  company: glow,
  rentalDays: 2,
  customerName: 'Jane',
  deliveryDate: '2027-06-01T08:00:00-04:00',
  deliveryTimeGiven: false,
  pickupDate: '2027-06-03T10:00:00-04:00',
  pickupTimeGiven: false,
  pickupHours: null,
  preferredInstallTime: null,
  venueName: null,
  venueAddress: null,
  eventType: null,
  notes: null,
  colorOption: 'standard',
  addOns: { lighting: false, stand: false },
  options: usualOptions,
  lines: [],
  charges: [],
  invoice: null,
  total: 250,
  deposit: 50,
  received: 0,
  authorized: 0,
  cardOnFile: null,
  hold: null,
  cardMandate: null,
  authorizedUntil: null,
  answerWithin: null,
  balanceDue: 250,
  cancelFee: null,
  schedule: [],
  canceling: {
    possible: true,
    fee: 0,
    refund: 0,
    toCard: 0,
    freeUntil: '2027-05-30T08:00:00-04:00',
    tiers: [],
  },
  crewNotes: null,
  changeRequests: [],
  cancellation: null,
  cancelation: null,
  agreement: null,
  paying: nothingDue,
  payments: [],
});
