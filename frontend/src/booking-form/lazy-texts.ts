/**
 * Texts that are shown later: the calendar and the result page. In a separate file, so that the form does not
 * wait for them.
 */
import { counted, listed } from '@/lib/words';
import { PRICE, type ToastText } from './texts';

export const CALENDAR = {
  past: 'in the past',
  tooSoon: 'Too soon to book',
  outOfReach: 'cannot be chosen',
} as const;

/** Add-ons, packages and items. */
export const EXTRAS = {
  title: 'More for your event',
  showAll: (count: number) => `Show all ${count} extras`,
} as const;

export const DISCOUNT = {
  label: 'Discount or Gift Card Code',
  apply: 'Apply',
  remove: 'Remove',
  pays: (covers: string, left: string) => `Your gift card pays ${covers}. ${left} will be left on it.`,
} as const;
export const WAIVER = {
  optional: 'See the terms for what it covers.',
  included: 'Included in the price. You can remove it. See the terms for what it covers.',
} as const;
export const TIP = {
  none: 'No tip',
  other: 'Other',
  amount: 'Tip amount',
  wrong: 'Enter an amount, for example 20',
} as const;
export const PRICE_EMAIL = {
  label: 'Email me my sign and price if I don’t book today',
  hint: (company: string | null) =>
    `One email, a day later. ${company ?? 'The business'} sees your email address and may contact you about this sign. You can stop it anytime.`,
} as const;
export const POLICY = 'Payment and cancellation';

/** Toast after a preview of the form was submitted. */
export const PREVIEW: ToastText = {
  title: 'This is a preview',
  description: 'Customers send requests here. Nothing was sent.',
};

/** Size of the sign, and labels of toasts. */
export const AROUND = {
  wideAndHigh: (width: string, height: string) => `about ${width} wide and ${height} high`,
  wide: (width: string, size: string) => `about ${width} wide in ${size}`,
  lightsIncluded: 'Lights included',
  withLights: (addOn: string) => `with ${addOn}`,
  withoutLights: (addOn: string, price: string) => `without ${addOn} (${price})`,
  notifications: 'Notifications (F8)',
  close: 'Close',
} as const;

/** Availability of the letters, and alternatives. */
export const STOCK = {
  free: 'Your letters are available on these dates',
  allFree: 'Everything you chose is available on these dates',
  notEnoughOn: (letters: readonly string[], day: string) => `${PRICE.notEnough(letters)} on ${day}`,
  /** Independent of dates; `none` if the business owns none of them. */
  notOwned: (letters: readonly string[], none: boolean) =>
    none ? `We don’t have ${listed(letters)}` : `We don’t have enough ${listed(letters)} for this message`,
  works: (text: string) => `. ${text.toUpperCase()} works.`,
  notChecked: 'We’ll check whether your letters are available on these dates.',
  /** An alternative with other letters, by its kind. */
  offered: {
    spelling: 'No accents',
    turned: 'Same message',
    finish: 'Different finish',
    mixed: 'Two sizes',
    wording: 'Shorter',
  },
  choices: (count: number) => `${counted(count, 'option')} that would work:`,
  noChoice: 'Try other dates or another message.',
  otherMessage: 'Try another message or size.',
  /** Why there is no delivery or pickup on a day, by the server's reason code. */
  closed: {
    closed: (day: string) => `We are closed on ${day}`,
    full: (day: string) => `${day} is fully booked`,
    notice: (day: string) => `${day} is too soon to book`,
  },
  ask: 'Ask us anyway',
  askHint: "We'll review your request. Nothing is booked until you hear from us.",
  /** Texts of the waiting list. */
  wait: 'Notify me when available',
  waitConsent: 'Email me when these letters become available',
  waitHint: "If they all become available, we'll email you and hold them for a while.",
  waitAgree: 'Check the box so we can email you.',
  waiting: (email: string) => `You are on the waiting list. We emailed ${email}.`,
  waitPage: 'See your place on the list',
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  otherSize: (size: string, rental: string | null) =>
    rental === null ? `${size} letters on your dates` : `${size} letters, ${rental}`,
} as const;

/** Labels of the price's lines. */
export const BREAKDOWN = {
  from: 'From',
  toConfirm: 'Confirmed once we check your address',
  taxToConfirm: 'Added once we check your address',
  taxExempt: 'Exempt',
  taxIncluded: 'Includes tax',
  deposit: 'Deposit required',
  depositDetail: 'Included in the total',
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

/** Texts of a searchable list. */
export const CHOICE_SEARCH = { none: 'No matches.' } as const;

/** Hints below the address fields. */
export const PLACE_HINTS = {
  name: 'For example, “Backyard” or the name of the hall',
  access: 'Stairs, gate code, parking',
} as const;

/** Question about an email address that looks mistyped. */
export const EMAIL_HINT = { question: 'Did you mean', end: '?' } as const;

/** Question about quotes or slashes in a message. */
export const MARKS_HINT = {
  question: (marks: readonly string[]) =>
    `${marks.length > 1 ? 'Are' : 'Is'} ${listed(marks)} part of your sign? Each costs as much as a letter.`,
  leaveOut: 'Leave out',
  keep: 'Keep',
} as const;

/** The business's terms and contact details. */
export const TERMS = {
  title: 'Terms',
  accept: (company: string | null) => `I have read and accept the terms of ${company ?? 'the business'}`,
  loading: 'Loading the terms...',
  failed: 'The terms could not be loaded.',
  tryAgain: 'Try again',
  missing: 'Read and accept the terms',
} as const;
export const CONTACT = { question: 'Questions?' } as const;

/** The result page after sending. */
/** Delivery and pickup day in words. */
type RentalDays = readonly [delivery: string, pickup: string];

const onDays = ([delivery, pickup]: RentalDays, we = 'We') =>
  delivery === pickup
    ? `${we} deliver, set up and pick up on ${delivery}.`
    : `${we} deliver and set up on ${delivery}, and pick up on ${pickup}.`;

export const DONE = {
  lightsUp: (delivery: string) => `Your sign lights up on ${delivery}.`,
  requested: (company: string | null, delivery: string) =>
    `${company ?? 'The business'} has your request for ${delivery}.`,
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
    /** True if a link in the customer's email holds the letters. */
    confirmAddress: boolean;
    /** Time left of the unconfirmed hold; null if no confirmation is needed. */
    confirmBy: string | null;
    company: string | null;
    email: string;
    deposit: string | null;
    /** The amount already paid. */
    paid: string | null;
    /** The amount authorized on the card and not charged yet. */
    authorized?: string | null;
    /** Delivery and pickup day. */
    days: RentalDays;
    /** How soon the business replies: "within a day". */
    answerWithin?: string | null;
    /** End of the hold on the letters, in words. */
    heldUntil?: string | null;
  }) => {
    const company = booking.company ?? 'The business';
    const soon = booking.answerWithin ? ` ${booking.answerWithin}` : '';
    const until = booking.heldUntil ?? 'then';
    const opening = booking.confirmAddress
      ? [
          `Open the link in the email we sent to ${booking.email}. We'll hold your letters if they're still available.`,
        ]
      : booking.confirmBy
        ? [
            `Within ${booking.confirmBy}, open the link in the email we sent to ${booking.email} to keep your letters on hold.`,
          ]
        : [];
    return [
      ...opening,
      booking.confirmed
        ? `Your letters are reserved. ${company} will email ${booking.email}.`
        : `${company} will review it and email ${booking.email}${soon}. ${opening.length > 0 ? 'Nothing is booked yet.' : booking.held ? `Your letters are on hold until ${until}.` : 'Nothing is booked or held yet.'}`,
      booking.paid !== null
        ? `Your payment of ${booking.paid} was received.`
        : booking.authorized
          ? `Your card is authorized for ${booking.authorized}. You are charged only if ${company} confirms.`
          : booking.deposit === null
            ? 'Nothing to pay now.'
            : `${company} will request the deposit of ${booking.deposit}, part of the total.`,
      booking.held ? onDays(booking.days) : `Once confirmed, ${onDays(booking.days, 'we')}`,
    ];
  },
  toPay: 'Your letters are held. Pay to confirm.',
  toAuthorize: 'Your letters are held. Enter your card to send your request.',
  heldFor: (period: string) => `Held for ${period}`,
  paySteps: (company: string | null, onApproval: boolean, days: RentalDays) => [
    onApproval
      ? `Enter your card to send your request. ${company ?? 'The business'} charges it only when they confirm.`
      : 'Pay by card to confirm your booking right away.',
    "If you don't finish in time, the letters are released and nothing is charged.",
    onDays(days),
  ],
  toPayLater: 'Your letters are held, but card payments are not available right now.',
  payLaterSteps: (email: string, period: string | null, days: RentalDays) => [
    `When card payments work again, we'll email a payment link to ${email}. You can also pay on your booking page.`,
    `Your letters are held${period === null ? '' : ` for ${period}`}. If you don't pay, they are released and nothing is charged.`,
    `Paying confirms the booking. ${onDays(days)}`,
  ],
  checking: 'Checking your payment…',
  already: 'Already paid, thank you.',
  processing: "Your bank is still processing this payment. We'll email you when it goes through.",
  incomplete: 'This payment was not completed, and nothing was charged.',
  over: 'Your time to pay has expired.',
  overSteps: ['Nothing was charged.', 'Your letters are no longer held, but they may still be available.'],
  retake: 'Hold my letters again',
  change: 'Change my request',
  ended: 'This booking was canceled.',
  page: 'Open your booking page',
  pageHint: 'Keep this link. Use it to check the status, request a change, pay or cancel.',
  calendar: 'Add to your calendar',
  calendarSaved: 'No file? This site may block downloads. Your booking page has the same calendar file.',
  again: 'Send another request',
} as const;

/** A link to the booking's page. */
export const PAGE_LINK = {
  blocked: 'Nothing opened? This site blocks it. Copy this link:',
  emailed: (email: string) => `We also emailed it to ${email}.`,
} as const;

/** The card form of the last step. */
export const PAY_HERE = {
  label: 'Pay by card',
  loading: 'Loading the card form…',
  pay: (amount: string) => `Pay ${amount}`,
  payOnApproval: (amount: string) => `Authorize ${amount}`,
  paying: 'Paying…',
  demo: 'This is a demo, so no real money is charged. Use the card number 4242 4242 4242 4242.',
  secure: 'Your payment is processed securely by Stripe. We do not store your card details.',
  blocked: 'The card form can’t be shown here.',
  tryAgain: 'Try again',
  elsewhere: (amount: string) => `Pay ${amount} on your booking page`,
} as const;
