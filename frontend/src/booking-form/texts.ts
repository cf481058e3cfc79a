/**
 * All texts of the booking form. A text with a name, date or amount is a function, so that a translation can
 * order the words.
 */
import type { Format } from '@/lib/format';
import { counted, listed } from '@/lib/words';
import type { TextField } from './draft';

export const FORM_TITLE = 'Book Your Marquee Letters';
export const SUBMIT = 'Submit Booking Request';
export const UNAVAILABLE = 'This booking form is not available';
export const RENDER_FAILURE = 'Error loading booking widget';

export const LABELS: Readonly<Record<TextField, string>> = {
  message: 'Message',
  size: 'Size',
  finish: 'Finish',
  venueId: 'Venue',
  placeName: 'Location Name (Optional)',
  street: 'Street Address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP Code',
  accessNotes: 'Access (Optional)',
  customerName: 'Your Name',
  customerEmail: 'Email',
  customerPhone: 'Phone (Optional)',
  deliveryDate: 'Delivery Date',
  pickupDate: 'Pickup Date',
  eventType: 'Event Type',
  preferredInstallTime: 'Preferred Install Time',
  colorOption: 'Color Option',
  customColor: 'Which Color',
  notes: 'Notes (Optional)',
  discountCode: 'Discount Code',
  damageWaiver: 'Damage Waiver',
  tip: 'Tip',
};

/**
 * Name of the button that opens a date field's calendar, and of the calendar: "Choose the delivery day".
 *
 * It does not contain the field's label, which must identify the field alone.
 */
export function calendarName(label: string): string {
  return `Choose the ${label.replace(/ Date$/, '').toLowerCase()} day`;
}

/** Display name of an event type: "Birthday" for "birthday". */
export const eventName = (type: string): string => type.charAt(0).toUpperCase() + type.slice(1);

/** The event types to choose from, including a selected one that was removed from the list. */
export function eventChoices(offer: { eventTypes: readonly string[] }, chosen: string): [string, string][] {
  const types = chosen === '' ? offer.eventTypes : [...new Set([...offer.eventTypes, chosen])];
  return types.map((type) => [type, eventName(type)]);
}

export interface ToastText {
  readonly title: string;
  readonly description: string;
}

export const MISSING_INFORMATION: ToastText = {
  title: 'Missing information',
  description: 'Please fill out all required fields',
};
export const BOOKING_SUBMITTED: ToastText = {
  title: 'Booking submitted',
  description: 'Your booking request has been sent!',
};
/** Toast if the business confirms bookings automatically. */
export const BOOKING_CONFIRMED: ToastText = {
  title: 'Booking confirmed',
  description: 'Your booking is confirmed!',
};
export const BOOKING_FAILED: ToastText = {
  title: 'Error',
  description: 'There was a problem submitting your booking',
};

/** Errors of fields that are empty or invalid. */
export const FAULTS = {
  message: 'Enter the message for your sign',
  words: (name?: string) => (name ? `Enter the text for “${name}”` : 'Enter the text'),
  customColor: 'Enter which color it is',
  venueId: 'Choose a venue',
  street: 'Enter the street address',
  city: 'Enter the city',
  zipCode: 'Enter the ZIP or postal code',
  empty: 'This field is required',
  quantity: 'Enter a whole number of 1 or more',
  deliveryDate: 'Enter the delivery date',
  pickupDate: 'Enter the pickup date',
  customerName: 'Enter your name',
  customerEmail: 'Enter your email address',
  email: 'Invalid email address',
  dateForm: (format: Format) => `Enter the date as ${format.dateFormat}`,
  noSuchDay: (format: Format) => `This date doesn't exist. ${FAULTS.dateForm(format)}`,
  past: 'Delivery cannot be in the past',
  pickupFirst: 'Pickup must be on or after delivery',
  venueGone: 'This venue is no longer available. Choose another',
  tooManyLetters: (most: number, count: number) =>
    `A sign has at most ${most} letters; this one has ${count}`,
  tooFarAhead: (lastDay: string) => `You can book dates up to ${lastDay}`,
  tooLong: (days: number) => `A rental can last at most ${counted(days, 'day')}`,
  tooMuchText: (most: number, count: number) => `Use at most ${most} characters (now ${count})`,
} as const;

/** Why a booking or an estimate failed, and the next step. */
export const REFUSALS = {
  unforeseen: 'Something went wrong. Please try again.',
  noPrice: "We couldn't calculate the price yet. Try again in a moment.",
  unreachable:
    "The server could not be reached. Check your connection and send again. You won't be booked twice.",
  server:
    "Something went wrong on our side. Your entries are kept. Send again in a moment. You won't be booked twice.",
  tooLarge: 'Your text is too long. Shorten your notes.',
  alreadySent:
    'An earlier version of this request may already have arrived. To send this one as well, submit it again.',
  priceChanged: (before: string | null, now: string) =>
    before === null
      ? `The price is now ${now}. Check it, and submit again to book at this price.`
      : `The price changed from ${before} to ${now}. Check it, and submit again to book at this price.`,
  sendAgainIn: (seconds: number) =>
    seconds > 90
      ? `You can send again in ${Math.ceil(seconds / 60)} minutes.`
      : `You can send again in ${counted(seconds, 'second')}.`,
  sendAgainNow: 'You can send again now.',
} as const;

/** Messages shown while there is no form. */
export const PLACES = {
  loading: 'Loading the booking form…',
  tryAgain: 'Try again',
  unavailable: 'Please ask the business that sent you here for its current booking page.',
  signIn: 'Your own business? Sign in to build a quote',
  failed: 'The form could not be loaded',
  failedText: 'Something went wrong on our side. Please try again in a moment.',
  offline: 'No connection',
  offlineText: 'The form will load as soon as you’re back online.',
  busy: 'Busy right now',
  busyText: 'Many people are booking right now. The form retries automatically.',
  maintenance: 'Back in a moment',
  reload: 'Reload the page. Your entries are kept.',
  /** Words on the unlit sign above these messages. */
  signs: { unavailable: 'Closed', maintenance: 'Soon', failed: 'Hello?', empty: 'Your text' },
} as const;

/** The form from top to bottom. */
export const FORM = {
  poweredBy: 'Powered by',
  letters: 'The letters',
  datesAndPlace: 'Dates and location',
  aboutYou: 'About you',
  faultAt: (label: string, fault: string) => `${label}: ${fault}`,
  trap: 'Leave this empty',
  ideas: 'Ideas',
  tryIdea: (idea: string) => `Try ${idea}`,
  addLine: 'Add another line',
  noLines: 'This could not be loaded. Try again.',
  letterCount: (count: number) => `${counted(count, 'letter')}:`,
  sizeChoice: (label: string, price: string) => `${label} (${price} per letter)`,
  colorChoice: (label: string, price: string | null) =>
    price === null ? `${label} (included)` : `${label} (+${price} per letter)`,
  addOn: (price: string | null) => (price === null ? 'Included' : `+${price} per day`),
  chooseVenue: 'Choose a venue',
  otherPlace: 'Another location',
  venueNotOffered: 'No longer available',
  anyTime: 'Any time',
  chooseEvent: 'Choose an event type',
} as const;

/** The price card down to the button. */
export const PRICE = {
  title: 'Your price',
  total: 'Total',
  typeMessage: 'Type your message to see the price.',
  addDates: 'Add your dates to see the price.',
  correctDates: 'Correct the dates to see the price.',
  oneDay: 'Price for one day. Add your dates to see your price and availability.',
  failed: "We couldn't calculate the price.",
  tryAgain: 'Try again',
  offline: "You're offline. Your entries are kept. The price returns when you're online.",
  notEnough: (letters: readonly string[]) =>
    letters.length > 0 ? `Not enough ${listed(letters)}` : 'Not enough letters',
  spelling: 'Check the spelling. These letters are delivered and charged.',
  sending: 'Sending…',
  stillNeeded: 'Still needed:',
  finish: 'Your request',
  package: 'your package',
  item: 'an extra',
  line: 'the empty line',
  numberOf: (name: string) => `Number of ${name}`,
  textOfLine: 'Text for your new line',
  colorOf: (text: string) => `Color of “${text}”`,
  without: (names: readonly string[]) => `Not in this price yet: ${listed(names)}`,
  wordsOf: (name: string) => (name === '' ? 'Text for your package' : `Text for “${name}”`),
  request: (company: string | null) =>
    `Nothing to pay now. ${company ?? 'We'} will review your request and reply by email.`,
  pay: 'Pay by card in the next step to confirm your booking.',
  authorize: (company: string | null) =>
    `Your card is authorized in the next step. You are charged only if ${company ?? 'we'} ${company === null ? 'confirm' : 'confirms'}.`,
  deliveryOpen: (company: string | null) =>
    `You pay once ${company ?? 'we'} ${company === null ? 'have' : 'has'} confirmed the delivery price.`,
  atOnce: 'Nothing to pay now. Your booking is confirmed once you submit.',
} as const;
