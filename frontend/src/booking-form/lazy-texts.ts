/**
 * Texts of what the form shows later: the calendar and the page after a success. In a file of their own, so that the
 * form does not wait for them.
 */
import { counted, listed } from '@/lib/words';
import { PRICE, type ToastText } from './texts';

export const CALENDAR = {
  past: 'in the past',
  tooSoon: 'Too soon to book',
  outOfReach: 'cannot be chosen',
} as const;

export const DISCOUNT = { apply: 'Apply', remove: 'Remove' } as const;
export const WAIVER = {
  optional: 'The terms say what it covers.',
  included: 'Part of the price unless you take it out. The terms say what it covers.',
} as const;
export const TIP = {
  none: 'No tip',
  other: 'Other',
  amount: 'Tip amount',
  wrong: 'Enter an amount, for example 20',
} as const;
export const POLICY = 'Payment and cancellation';

/** A form that its operator tries out was sent. */
export const PREVIEW: ToastText = {
  title: 'This is a preview',
  description: 'Your customers’ requests are sent from here. Yours was not.',
};

/** Around the form, once it is there. */
export const AROUND = {
  wideAndHigh: (width: string, height: string) => `about ${width} wide and ${height} high`,
  wide: (width: string, size: string) => `about ${width} wide in ${size}`,
  notifications: 'Notifications (F8)',
  close: 'Close',
} as const;

/** Whether what was chosen is free, and what would work instead. */
export const STOCK = {
  free: 'Your letters are free on these dates',
  allFree: 'Everything you chose is free on these dates',
  notEnoughOn: (letters: readonly string[], day: string) => `${PRICE.notEnough(letters)} on ${day}`,
  /** Whatever the dates; `none` where a single one is missing of each. */
  notOwned: (letters: readonly string[], none: boolean) =>
    none ? `We don’t have ${listed(letters)}` : `We do not have enough ${listed(letters)} for this message`,
  works: (text: string) => `. ${text.toUpperCase()} works.`,
  notChecked: 'We will check whether the letters are free on these dates.',
  /** A choice of other letters, by the server's description. */
  offered: {
    spelling: 'Without accents',
    turned: 'Same word',
    finish: 'Other finish',
    mixed: 'Two sizes',
    wording: 'Shorter',
  },
  choices: (count: number) => `${counted(count, 'choice')} that would work:`,
  noChoice: 'Try other dates or another message.',
  otherMessage: 'Try another message or size.',
  /** Why nothing is delivered or picked up on a day, by the server's reason. */
  closed: {
    closed: (day: string) => `We are closed on ${day}`,
    full: (day: string) => `${day} is fully booked`,
    notice: (day: string) => `${day} is too soon for us`,
  },
  ask: 'Ask us anyway',
  askHint: 'We keep what you typed and see what we can do. Nothing is booked until you hear from us.',
  /** The waiting list. */
  wait: 'Tell me when they are available',
  waitConsent: 'You may email me about these letters',
  waitHint: 'If all of them become available, we email you and hold them for you for a while.',
  waitAgree: 'Please tick the box: we only email you if you agree.',
  waiting: (email: string) => `You are on the waiting list. We have sent an email to ${email}.`,
  waitPage: 'See your place on the list',
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  otherSize: (size: string, rental: string | null) =>
    rental === null ? `${size} letters on your dates` : `${size} letters, ${rental}`,
} as const;

/** The price line by line. */
export const BREAKDOWN = {
  from: 'From',
  toConfirm: 'Confirmed after we see your address',
  taxToConfirm: 'Added after we see your address',
  taxExempt: 'Exempt',
  deposit: 'Deposit required',
  depositDetail: 'Part of the total, paid ahead',
  lines: {
    letters: 'Letters',
    color: 'Color option',
    addOns: 'Add-ons',
    items: 'Items',
    surcharge: 'Venue surcharge',
    extras: 'Extra lines',
    minimum: 'Minimum order',
    discount: 'Discount',
    delivery: 'Delivery fee',
    waiver: 'Damage waiver',
    tax: 'Sales tax',
    tip: 'Tip',
  },
} as const;

/** A list that is searched by typing. */
export const CHOICE_SEARCH = { none: 'Nothing on the list fits.' } as const;

/** Under the fields of another place. */
export const PLACE_HINTS = {
  name: 'For example “Back yard” or the name of the hall',
  access: 'Stairs, a gate code, where to park',
} as const;

/** The label of a ZIP code outside the countries that have states. */
export const POSTAL_CODE = 'Postal Code';

/** At an address that looks mistyped. */
export const EMAIL_HINT = { question: 'Did you mean', end: '?' } as const;

/** At a message with quotes or slashes. */
export const MARKS_HINT = {
  question: (marks: readonly string[]) =>
    `${marks.length > 1 ? 'Are' : 'Is'} ${listed(marks)} part of your sign? Each costs as much as a letter.`,
  leaveOut: 'Leave out',
  keep: 'Keep',
} as const;

/** The business's terms, and how to reach it. */
export const TERMS = {
  title: 'Terms',
  accept: (company: string | null) => `I have read and accept the terms of ${company ?? 'the business'}`,
  loading: 'Loading the terms...',
  failed: 'The terms could not be loaded.',
  tryAgain: 'Try again',
  missing: 'Please read and accept the terms',
} as const;
export const CONTACT = { question: 'Questions?' } as const;

/** After a success. */
export const DONE = {
  sign: 'Sign',
  rented: 'You asked for',
  signValue: (message: string, size: string, letters: number) =>
    `“${message}”, ${size}, ${counted(letters, 'letter')}`,
  dates: 'Dates',
  venue: 'Venue',
  total: 'Total',
  deposit: 'Deposit required',
  paid: 'Paid',
  reference: 'Reference',
  next: 'What happens next',
  steps: (booking: {
    confirmed: boolean;
    /** False for a request that was sent although letters are short. */
    held: boolean;
    /** Whether a link in the customer's email holds the letters. */
    confirmAddress: boolean;
    /** Until when the letters are held without that; null where it is not needed. */
    confirmBy: string | null;
    company: string | null;
    email: string;
    deposit: string | null;
    /** What was paid for it already. */
    paid: string | null;
  }) => {
    const company = booking.company ?? 'The business';
    const opening = booking.confirmAddress
      ? [
          `Open the link in the email we sent to ${booking.email}. We'll hold your letters if they're still available.`,
        ]
      : booking.confirmBy
        ? [
            `By ${booking.confirmBy}, open the link in the email we sent to ${booking.email}, so that your letters stay held.`,
          ]
        : [];
    return [
      ...opening,
      booking.confirmed
        ? `Your letters are reserved. ${company} writes to ${booking.email}.`
        : `${company} looks at your request and answers to ${booking.email}. ${opening.length > 0 ? 'Nothing is booked until then.' : booking.held ? 'Meanwhile your letters are held for you.' : 'Nothing is booked until then, and no letters are held for you.'}`,
      booking.paid !== null
        ? `Your payment of ${booking.paid} has arrived.`
        : booking.deposit === null
          ? 'There is nothing to pay now.'
          : `${company} asks for the deposit of ${booking.deposit}. It is part of the total.`,
      booking.held
        ? 'The letters are delivered, set up and picked up on your dates.'
        : 'Once it is confirmed, the letters are delivered, set up and picked up on your dates.',
    ];
  },
  toPay: 'Your letters are held. Pay to confirm.',
  paySteps: (amount: string, until: string) => [
    `Pay ${amount} by card until ${until}. Your booking is confirmed at once.`,
    'Without the payment your letters become free for others, and nothing is charged.',
    'The letters are delivered, set up and picked up on your dates.',
  ],
  toPayLater: 'Your letters are held, but card payments are not available right now.',
  payLaterSteps: (email: string, until: string) => [
    `As soon as card payments work again, we email a payment link to ${email}. You can also pay on your booking page.`,
    `Your letters are held until ${until}. Without the payment they become free for others, and nothing is charged.`,
    'Your payment confirms the booking. Then the letters are delivered, set up and picked up on your dates.',
  ],
  over: 'The time to pay is over.',
  overSteps: [
    'Nothing was charged, and your letters are no longer held.',
    'You can send your request again.',
  ],
  pay: (amount: string) => `Pay ${amount}`,
  page: 'Open your booking page',
  pageHint: 'Keep this link. There you can see the status of your booking, ask for a change, pay or cancel.',
  calendar: 'Add to your calendar',
  calendarSaved: 'Nothing was saved? Some pages do not allow it. Your booking page has the same file.',
  again: 'Send another request',
} as const;
