/** What only an operator may add to a quote: own lines, a discount, a note, how long it is valid. */
import type { BookingInput, EstimateInput, Quote, QuoteInput } from '@/api/types';
import { daysBetween, isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { OTHER_PLACE } from '@/booking-form/draft';
import { FAULTS } from '@/booking-form/texts';
import {
  firstLineOf,
  type LineFaults as MoreFaults,
  type MoreLine,
  moreFaults,
  moreLinesOf,
  plainFinish,
} from '@/components/booking/more-lines';
import { timeFault } from '@/components/typed-time';
import { dayOf } from '@/lib/dates';
import { isWholeCents } from '@/lib/money';

/** A line of the operator's own, as typed. */
export interface TypedLine {
  /** Tells lines apart while they are typed. */
  readonly key: number;
  readonly text: string;
  readonly amount: string;
}

export type DiscountKind = 'amount' | 'percent';

/** The terms as they are on the screen; every value is kept as it was typed. */
export interface QuoteTerms {
  /** What is rented beside the first line of letters. */
  readonly more: readonly MoreLine[];
  /** The finish of the first line of letters; empty for the usual one. */
  readonly finish: string;
  readonly lines: readonly TypedLine[];
  readonly discountKind: DiscountKind;
  readonly discount: string;
  readonly note: string;
  /** As typed; empty for the business's usual time. */
  readonly expiresAt: string;
  readonly holdLetters: boolean;
  /** The place, where it is none of the own venues. */
  readonly venueName: string;
  /** Exact times, "14:00", or as typed; empty where only the day is agreed. */
  readonly deliveryTime: string;
  readonly pickupTime: string;
  /** Of its address; what every address has is in the form. */
  readonly state: string;
  readonly country: string;
  readonly overbookReason: string;
}

export const MOST_LINES = 20;
const HIGHEST_AMOUNT = 999_999.99;
const LONGEST_OFFER_DAYS = 365;

export const noTerms: QuoteTerms = {
  more: [],
  finish: '',
  lines: [],
  discountKind: 'amount',
  discount: '',
  note: '',
  expiresAt: '',
  holdLetters: false,
  venueName: '',
  deliveryTime: '',
  pickupTime: '',
  state: '',
  country: '',
  overbookReason: '',
};

/** An amount as people type it, "$1,250.00" included; NaN where it is none. */
function amountOf(typed: string): number {
  const plain = typed.replace(/[$,\s]/g, '');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
}

function amountFault(typed: string, example: string, highest: number, tooHigh: string): string | undefined {
  const amount = amountOf(typed);
  if (Number.isNaN(amount)) return `Enter ${example}`;
  if (amount < 0) return "Amount can't be negative";
  if (amount > highest) return tooHigh;
  return isWholeCents(amount) ? undefined : 'Use at most two decimals';
}

const lineFault = (typed: string) =>
  amountFault(typed, 'an amount, for example 75', HIGHEST_AMOUNT, 'An amount can be at most 999,999.99');

/** True for a line that nobody has begun. */
const isBlank = ({ text, amount }: TypedLine) => text.trim() === '' && amount.trim() === '';

export interface LineFaults {
  text?: string | undefined;
  amount?: string | undefined;
}

export interface TermFaults {
  /** By the key of the line. */
  readonly lines: ReadonlyMap<number, LineFaults>;
  /** Those of what is rented, by the key of the line. */
  readonly more: ReadonlyMap<number, MoreFaults>;
  readonly deliveryTime?: string | undefined;
  readonly pickupTime?: string | undefined;
  readonly discount?: string | undefined;
  readonly expiresAt?: string | undefined;
}

/** Errors in what has been typed. A line that is wholly empty is no line. */
export function termFaults(terms: QuoteTerms, today: string): TermFaults {
  const lines = new Map<number, LineFaults>();
  for (const line of terms.lines) {
    if (isBlank(line)) continue;
    const text = line.text.trim() === '' ? 'Say what it is for' : undefined;
    const amount = lineFault(line.amount);
    if (text !== undefined || amount !== undefined) lines.set(line.key, { text, amount });
  }
  return {
    lines,
    more: moreFaults(terms.more),
    deliveryTime: timeFault(terms.deliveryTime),
    pickupTime: timeFault(terms.pickupTime),
    discount: discountFault(terms),
    expiresAt: expiryFault(terms.expiresAt, today),
  };
}

function discountFault({ discount, discountKind }: QuoteTerms): string | undefined {
  if (discount.trim() === '') return undefined;
  return discountKind === 'amount'
    ? lineFault(discount)
    : amountFault(discount, 'a percentage, for example 10', 100, 'At most 100 percent');
}

/** The error in a typed expiry; none while it is empty. */
export function expiryFault(typed: string, today: string): string | undefined {
  if (typed.trim() === '') return undefined;
  const day = isoFromTyped(typed);
  if (day === null) return FAULTS.dateForm();
  if (day < today) return 'The quote must expire in the future';
  return daysBetween(today, day) > LONGEST_OFFER_DAYS ? 'A quote can be open for at most a year' : undefined;
}

/** What the price depends on: the lines and the discount that can be charged as typed. */
export function pricedTerms(terms: QuoteTerms): Pick<EstimateInput, 'extraLines' | 'discount'> {
  const extraLines = terms.lines
    .filter(({ amount }) => amount.trim() !== '' && lineFault(amount) === undefined)
    // The price does not wait for the words.
    .map(({ text, amount }) => ({ text: text.trim() || 'Extra', amount: amountOf(amount) }));
  return {
    ...(extraLines.length > 0 && { extraLines }),
    ...(terms.discount.trim() !== '' &&
      discountFault(terms) === undefined && { discount: discountOnWire(terms) }),
  };
}

type Discount = NonNullable<QuoteInput['discount']>;

function discountOnWire({ discount, discountKind }: QuoteTerms): Discount | null {
  if (discount.trim() === '') return null;
  const value = amountOf(discount);
  return discountKind === 'amount' ? { kind: 'amount', amount: value } : { kind: 'percent', percent: value };
}

/** The terms for a quote. To be asked only when nothing is wrong with them. */
export function termsOnWire(terms: QuoteTerms) {
  return {
    note: terms.note.trim() || null,
    extraLines: terms.lines
      .filter((line) => !isBlank(line))
      .map(({ text, amount }) => ({ text: text.trim(), amount: amountOf(amount) })),
    discount: discountOnWire(terms),
    expiresAt: isoFromTyped(terms.expiresAt),
    holdLetters: terms.holdLetters,
  } satisfies Partial<QuoteInput>;
}

/** True when a booking alone could not hold all of this, so that it is made from a quote. */
export function needsQuote(terms: QuoteTerms): boolean {
  const { extraLines, discount, note } = termsOnWire(terms);
  return extraLines.length > 0 || discount !== null || note !== null;
}

/** The place that was typed, for a booking that is at none of the own venues. */
export function placeOnWire(
  { venueName, state, country }: QuoteTerms,
  venueId: string,
  address?: BookingInput['address'],
): Pick<BookingInput, 'venueName' | 'address'> {
  if (venueId !== '' && venueId !== OTHER_PLACE) return {};
  return {
    ...(venueName.trim() !== '' && { venueName: venueName.trim() }),
    ...(address && { address: { ...address, state: state.trim() || null, country: country.trim() || null } }),
  };
}

/** The time of a stored day, "14:00"; empty where nobody gave one. */
const timeOf = (iso: string | null) => (iso?.includes('T') ? iso.slice(11, 16) : '');

/** The terms of a quote as they are typed. An expiry that has passed is left out, so that a new one begins. */
export function termsOf(quote: Quote): QuoteTerms {
  const { discount } = quote;
  const { finish } = firstLineOf(quote);
  const own = quote.venueId === null;
  return {
    more: moreLinesOf(quote.lines),
    finish: finish === plainFinish ? '' : finish,
    lines: quote.extraLines.map(({ text, amount }, key) => ({ key, text, amount: amount.toFixed(2) })),
    discountKind: discount?.kind ?? 'amount',
    discount:
      discount === null
        ? ''
        : discount.kind === 'amount'
          ? discount.amount.toFixed(2)
          : `${discount.percent}`,
    note: quote.note ?? '',
    expiresAt:
      quote.expiresAt === null || quote.status === 'expired' ? '' : typedFromIso(dayOf(quote.expiresAt)),
    holdLetters: quote.holdLetters,
    venueName: own ? (quote.venueName ?? '') : '',
    deliveryTime: timeOf(quote.deliveryDate),
    pickupTime: timeOf(quote.pickupDate),
    state: quote.address?.state ?? '',
    country: quote.address?.country ?? '',
    overbookReason: '',
  };
}
