import type { BookingRules } from '@/api/booking-rules';
import type { BusinessDetails } from '@/api/business';
import type { WorkLocation } from '@/api/location';
import type { PaymentPolicy } from '@/api/payment-policy';
import type { PriceList } from '@/api/price-list';
import type { components } from '@/api/schema';
import { sample } from './sample';

/** The initial price list of every business (specification, section 9). */
export const priceList = sample<PriceList>({
  sizes: [
    { code: '2ft', label: '2ft', price: 15, heightInches: 24 },
    { code: '4ft', label: '4ft', price: 25, heightInches: 48 },
  ],
  finishes: [{ code: 'standard', label: 'Standard' }],
  colors: [
    { code: 'standard', label: 'Standard', price: 0, swatch: null },
    { code: 'premium', label: 'Premium', price: 20, swatch: null },
    { code: 'custom', label: 'Custom', price: 30, swatch: null },
  ],
  addOns: [
    { code: 'lighting', label: 'LED Lighting', price: 25, isStand: false },
    { code: 'stand', label: 'Floor Stand', price: 15, isStand: true },
  ],
  difficulties: [
    { code: 'easy', label: 'Easy', price: 0 },
    { code: 'moderate', label: 'Moderate', price: 25 },
    { code: 'difficult', label: 'Difficult', price: 50 },
    { code: 'very_difficult', label: 'Very Difficult', price: 100 },
  ],
  unverifiedVenueDeposit: 50,
  letterPrice: 'flat',
  charge: 'day',
  venueSurchargePercent: 0,
  minimumOrder: 0,
  deliveryFee: 0,
  salesTaxPercent: 0,
  depositPercent: 0,
  depositFlat: 0,
});

/** Location settings of a new business in New York, with two sample countries. */
export const workLocation = sample<WorkLocation>({
  country: 'US',
  timeZone: 'America/New_York',
  confirmed: false,
  currency: 'USD',
  currencies: ['USD', 'EUR', 'GBP'],
  currencyFixedBy: null,
  dateFormat: 'MM/DD/YYYY',
  timeFormat: '12h',
  measures: 'us',
  countries: [
    {
      code: 'US',
      timeZones: ['America/New_York', 'America/Chicago'],
      currency: 'USD',
      dateFormat: 'MM/DD/YYYY',
      timeFormat: '12h',
      measures: 'us',
    },
    {
      code: 'DE',
      timeZones: ['Europe/Berlin'],
      currency: 'EUR',
      dateFormat: 'DD.MM.YYYY',
      timeFormat: '24h',
      measures: 'metric',
    },
  ],
});

/** The initial booking rules of every business. */
export const bookingRules = sample<BookingRules>({
  timeZone: 'America/New_York',
  dateFormat: 'MM/DD/YYYY',
  timeFormat: '12h',
  measures: 'us',
  turnaroundDays: 0,
  sameDayTurnaround: false,
  holdDays: 7,
  strangersSharePercent: 50,
  strangersLetterDays: 10,
  requestsHold: 'until_answered',
  customerChanges: 'asked',
  answerWithinHours: null,
  maxRentalDays: 90,
  approvalRequired: true,
  freeCancellationHours: null,
  defaultFreeCancellationHours: 48,
  minimumNoticeHours: 0,
  closedDays: [],
  closedWeekdays: [],
  maxDeliveriesPerDay: null,
  maxPickupsPerDay: null,
  pickupGraceHours: 6,
  overdueGraceHours: 0,
  installWindows: [{ code: 'morning', label: 'Morning', from: '08:00', to: '12:00' }],
  earliestPickup: null,
  latestPickup: null,
  anyAddress: true,
  listedVenues: true,
  eventTypes: ['birthday', 'wedding', 'quinceañera', 'corporate', 'graduation', 'anniversary', 'other'],
  requiredFields: [],
  contactOnForm: false,
  termsOnForm: false,
  emailPrices: false,
  emailYearly: false,
  quoteFollowUpDays: null,
  askForReviews: false,
  reviewUrl: null,
  closeMonthAfterDays: null,
  giftCardMonths: null,
  giftCardShop: { isOpen: false, amounts: [50, 100, 150], ownAmount: true, least: 25, most: 500 },
  keepInvoiceYears: 10,
  crewCollects: false,
  setupHidden: false,
  waitingOfferHours: 24,
  turnedLetters: [],
  shorterWordings: [],
});

/** The initial payment policy of every business, with fewer payment methods. */
export const paymentPolicy = sample<PaymentPolicy>({
  collectAtBooking: 'nothing',
  freeCancellationHours: 48,
  depositPercent: null,
  depositAmount: null,
  unverifiedVenueDeposit: 50,
  balanceDueDays: 0,
  instalments: null,
  cancellation: [],
  rescheduleFee: null,
  lateFee: null,
  automaticCharge: false,
  hold: null,
  damageWaiver: null,
  tips: null,
  methods: [
    { kind: 'cash', name: 'Cash' },
    { kind: 'other', name: 'Check' },
  ],
  howToPay: null,
  howToPayBesideCards: false,
});

/** The payment account of a business on an installation without provider keys. */
export const accountStatus = {
  hasAccount: false,
  detailsSubmitted: false,
  accountId: null,
  chargesEnabled: false,
  payoutsEnabled: false,
  needsStripeKey: true,
  chargeModel: null,
  country: null,
  requirements: [],
  requirementsDueBy: null,
  disabledReason: null,
  successor: null,
  platformFee: { percent: 0, fixed: 0, onRefund: 'return' as const },
  currency: null,
  businessCurrency: 'USD',
  currencyDiffers: false,
  countries: ['CA', 'US'],
};

/** The initial details of a business. */
export const businessDetails = sample<BusinessDetails>({
  companyName: 'Bright Nights',
  address: null,
  email: null,
  phone: null,
  taxId: null,
  website: null,
  logo: null,
  brandColor: null,
  terms: null,
  defaultTerms: '{company} delivers to {customer}.',
  termsFields: [
    { name: 'company', meaning: "Your company's name", sample: 'Bright Nights Letters' },
    { name: 'customer', meaning: "The customer's name", sample: 'Ada Lovelace' },
  ],
  quoteDays: 14,
  quotesHold: false,
  invoiceNote: null,
  vatId: null,
  documentCountry: 'US',
  taxName: 'Sales tax',
  vatIdName: 'EIN',
  pricesInclude: 'nothing',
  smallBusiness: false,
  eInvoices: false,
  invoiceNumbers: { prefix: 'INV-', yearly: true, next: 1 },
});

/** The site's details before an administrator has set any. */
export const site = sample<components['schemas']['SiteOut']>({
  name: 'MarqueeDesk',
  email: null,
  phone: null,
  address: null,
  dateFormat: 'MM/DD/YYYY',
  letterPrice: null,
  emailWorks: true,
  surchargePercent: 15,
  terms: null,
});
