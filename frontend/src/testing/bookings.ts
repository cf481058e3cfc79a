import type { CalendarBooking, OwnEstimate, PricedBooking, PricedDetails } from '@/api/types';
import type { Offer } from '@/booking-form/offer';
import type { ChosenOption } from '@/booking-form/option-names';
import { pick } from './sample';
import { answer } from './server';

export function option(
  kind: ChosenOption['kind'],
  code: string,
  rest: Partial<ChosenOption> = {},
): ChosenOption {
  return { kind, code, label: code, offered: true, ...rest };
}

/** Default options. */
export const usualOptions: ChosenOption[] = [
  option('size', '4ft'),
  option('color', 'standard', { label: 'Standard' }),
];

/** A pending request with fixed dates, as returned to its operator. */
export function booking(rest: Partial<PricedBooking> = {}): PricedBooking {
  return {
    id: 7,
    // Differs from the id, to detect pages that show the wrong one.
    number: rest.id === undefined ? 3 : rest.id + 20,
    userId: 1,
    customerId: 4,
    status: 'pending',
    message: 'LOVE',
    size: '4ft',
    letters: ['L', 'O', 'V', 'E'],
    letterCount: 4,
    lines: [
      {
        kind: 'letters',
        text: 'LOVE',
        size: '4ft',
        finish: 'standard',
        colorOption: 'standard',
        addOns: { lighting: false, stand: false },
        letterCount: 4,
        price: 100,
      },
    ],
    rentalDays: 1,
    customerName: 'Jane Miller',
    customerEmail: 'jane@example.com',
    customerPhone: '+1 718 555 0100',
    venueId: 1,
    venueName: 'The Foundry',
    address: null,
    deliveryToConfirm: false,
    cardOnFile: null,
    hold: null,
    lapsedAt: null,
    lostReason: null,
    venueAddress: '42-38 9th St, Long Island City, NY 11101',
    venueSurcharge: 50,
    deliveryDate: '2027-06-01T08:00:00-04:00',
    pickupDate: '2027-06-02T10:00:00-04:00',
    eventType: 'wedding',
    preferredInstallTime: 'morning',
    colorOption: 'standard',
    addOns: { lighting: false, stand: false },
    breakdown: {
      basePrice: 100,
      surcharge: 50,
      deposit: 50,
      addons: 0,
      colorCost: 0,
      total: 150,
      letterCount: 4,
      pricePerLetter: 25,
      days: 1,
    },
    totalPrice: 150,
    deposit: 50,
    depositPaid: 0,
    received: 0,
    authorized: 0,
    balanceDue: 150,
    disputed: 0,
    lost: 0,
    returnedDebit: 0,
    reduced: 0,
    schedule: [{ due: '2027-06-01', amount: 150, paid: 0 }],
    notes: 'Call before you arrive.',
    createdAt: '2026-11-19T21:30:00-05:00',
    held: true,
    shortages: [],
    confirmAddress: false,
    confirmBy: null,
    source: 'form',
    goods: 'reserved',
    overdueSince: null,
    expectedBack: null,
    deliveryTimeGiven: false,
    pickupTimeGiven: false,
    operatorNotes: null,
    possibleDuplicate: false,
    overbookReason: null,
    quoteId: null,
    holdExpiresAt: '2099-01-01T00:00:00-05:00',
    authorizedUntil: null,
    revision: 1,
    updatedAt: '2026-11-19T21:30:00-05:00',
    ...rest,
  };
}

/** A booking in a calendar response. */
export function rental(rest: Partial<CalendarBooking> = {}): CalendarBooking {
  return pick(
    { risk: false, ...booking(rest), ...rest },
    'id',
    'number',
    'status',
    'message',
    'size',
    'customerName',
    'venueName',
    'deliveryDate',
    'deliveryTimeGiven',
    'pickupDate',
    'pickupTimeGiven',
    'risk',
  );
}

export function details(rest: Partial<PricedDetails> = {}): PricedDetails {
  return {
    ...booking(rest),
    risk: null,
    certificate: 'not_needed',
    borrowed: [],
    options: usualOptions,
    sign: [{ text: 'LOVE', size: '4ft', heightInches: 48, color: null, finish: '' }],
    rented: [{ text: 'LOVE', detail: '4 letters in 4ft', finish: null }],
    site: null,
    history: [
      {
        at: '2026-11-19T21:30:00-05:00',
        who: 'Jane Miller',
        kind: 'created',
        fromStatus: null,
        toStatus: null,
        changes: {},
      },
    ],
    ...rest,
  };
}

export function estimate(rest: Partial<OwnEstimate> = {}): OwnEstimate {
  const { breakdown, letters, lines } = booking();
  return {
    letters,
    lines,
    breakdown,
    available: true,
    shortages: [],
    alternatives: [],
    offers: [],
    closed: null,
    delivery: null,
    stockChecked: true,
    free: { L: 3, O: 3, V: 3, E: 3 },
    ...rest,
  };
}

/** Answer the operator's form settings. */
export function offerAnswered(rest: Partial<Offer> = {}): void {
  answer('get', '/api/booking-form', {
    userId: 1,
    companyName: 'Bright Nights',
    currency: 'USD',
    today: '2026-11-20',
    lastDay: '2029-11-20',
    maxRentalDays: 90,
    approvalRequired: true,
    collects: false,
    discountCodes: false,
    damageWaiver: null,
    tips: null,
    policy: [],
    keepsStock: true,
    shareContact: false,
    sizes: [
      { code: '2ft', label: '2ft', price: 15, heightInches: 24, finishes: [] },
      { code: '4ft', label: '4ft', price: 25, heightInches: 48, finishes: [] },
    ],
    colors: [
      { code: 'standard', label: 'Standard', price: 0, swatch: null },
      { code: 'premium', label: 'Premium', price: 20, swatch: null },
    ],
    hasCatalog: rest.hasCatalog ?? false,
    addOns: [{ code: 'lighting', label: 'LED Lighting', price: 25 }],
    eventTypes: ['wedding'],
    requiredFields: [],
    anyAddress: true,
    listedVenues: true,
    minimumNoticeHours: 0,
    answerWithin: null,
    deliveryZones: false,
    installTimes: ['morning'],
    installWindows: [{ code: 'morning', words: 'Morning (8am-12pm)' }],
    pickupHours: null,
    ...rest,
  });
}
