/** Terms that only an operator can add to a quote: custom lines, a discount, a note and the expiry. */

import type { BookingInput, EstimateInput, Quote, QuoteInput } from '@/api/types';
import { daysBetween, isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { OTHER_PLACE } from '@/booking-form/draft';
import { FAULTS } from '@/booking-form/texts';
import { timeFault } from '@/components/typed-time';
import { dayOf } from '@/lib/dates';
import type { Format } from '@/lib/format';
import { isWholeCents } from '@/lib/money';

/** A custom line, as typed. */
export interface TypedLine {
  /** Identifies a line while the list is edited. */
  readonly key: number;
  readonly text: string;
  readonly amount: string;
}

export type DiscountKind = 'amount' | 'percent';

/** The terms on the screen; every value is stored as typed. */
export interface QuoteTerms {
  readonly lines: readonly TypedLine[];
  readonly discountKind: DiscountKind;
  readonly discount: string;
  readonly note: string;
  /** As typed; empty for the business's default validity. */
  readonly expiresAt: string;
  readonly holdLetters: boolean;
  /** The place, if it is not one of the business's venues. */
  readonly venueName: string;
  /** Exact times, "14:00", or as typed; empty if only the day is agreed. */
  readonly deliveryTime: string;
  readonly pickupTime: string;
  /** Parts of its address that the form has no fields for. */
  readonly state: string;
  readonly country: string;
  readonly overbookReason: string;
  /** Id of an existing customer; empty for a new one. */
  readonly customerId: string;
}

export const MOST_LINES = 20;
const HIGHEST_AMOUNT = 999_999.99;
const LONGEST_OFFER_DAYS = 365;

export const noTerms: QuoteTerms = {
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
  customerId: '',
};

/** Parse a typed amount, "$1,250.00" included; NaN if invalid. */
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

/** True for an untouched line. */
const isBlank = ({ text, amount }: TypedLine) => text.trim() === '' && amount.trim() === '';

export interface LineFaults {
  text?: string | undefined;
  amount?: string | undefined;
}

export interface TermFaults {
  /** Errors of each line, by its key. */
  readonly lines: ReadonlyMap<number, LineFaults>;
  readonly deliveryTime?: string | undefined;
  readonly pickupTime?: string | undefined;
  readonly discount?: string | undefined;
  readonly expiresAt?: string | undefined;
}

/** Errors in the typed terms. An empty line is ignored. */
export function termFaults(format: Format, terms: QuoteTerms, today: string): TermFaults {
  const lines = new Map<number, LineFaults>();
  for (const line of terms.lines) {
    if (isBlank(line)) continue;
    const text = line.text.trim() === '' ? 'Enter a description' : undefined;
    const amount = lineFault(line.amount);
    if (text !== undefined || amount !== undefined) lines.set(line.key, { text, amount });
  }
  return {
    lines,
    deliveryTime: timeFault(format, terms.deliveryTime),
    pickupTime: timeFault(format, terms.pickupTime),
    discount: discountFault(terms),
    expiresAt: expiryFault(format, terms.expiresAt, today),
  };
}

function discountFault({ discount, discountKind }: QuoteTerms): string | undefined {
  if (discount.trim() === '') return undefined;
  return discountKind === 'amount'
    ? lineFault(discount)
    : amountFault(discount, 'a percentage, for example 10', 100, 'At most 100 percent');
}

/** The error in a typed expiry; none while it is empty. */
export function expiryFault(format: Format, typed: string, today: string): string | undefined {
  if (typed.trim() === '') return undefined;
  const day = isoFromTyped(format, typed);
  if (day === null) return FAULTS.dateForm(format);
  if (day < today) return 'The quote must expire in the future';
  return daysBetween(today, day) > LONGEST_OFFER_DAYS ? 'A quote can be open for at most a year' : undefined;
}

/** Terms that affect the price: the valid lines and discount. */
export function pricedTerms(terms: QuoteTerms): Pick<EstimateInput, 'extraLines' | 'discount'> {
  const extraLines = terms.lines
    .filter(({ amount }) => amount.trim() !== '' && lineFault(amount) === undefined)
    // The price does not depend on the text.
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

/** The terms in wire format. Call only if they have no errors. */
export function termsOnWire(format: Format, terms: QuoteTerms) {
  return {
    note: terms.note.trim() || null,
    extraLines: terms.lines
      .filter((line) => !isBlank(line))
      .map(({ text, amount }) => ({ text: text.trim(), amount: amountOf(amount) })),
    discount: discountOnWire(terms),
    expiresAt: isoFromTyped(format, terms.expiresAt),
    holdLetters: terms.holdLetters,
  } satisfies Partial<QuoteInput>;
}

/** True if a booking can't store these terms, so that a quote has to be created first. */
export function needsQuote(format: Format, terms: QuoteTerms): boolean {
  const { extraLines, discount, note } = termsOnWire(format, terms);
  return extraLines.length > 0 || discount !== null || note !== null;
}

/** The chosen customer, if there is one. */
export const customerOnWire = ({ customerId }: QuoteTerms): Pick<BookingInput, 'customerId'> =>
  customerId === '' ? {} : { customerId: Number(customerId) };

/** The typed place, for a booking at none of the business's venues. */
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

/** Time of a stored day, "14:00"; empty if only the day was set. */
const timeOf = (iso: string | null) => (iso?.includes('T') ? iso.slice(11, 16) : '');

/** Convert a quote's terms to form values. An expiry date in the past is cleared. */
export function termsOf(format: Format, quote: Quote): QuoteTerms {
  const { discount } = quote;
  const own = quote.venueId === null;
  return {
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
      quote.expiresAt === null || quote.status === 'expired'
        ? ''
        : typedFromIso(format, dayOf(quote.expiresAt)),
    holdLetters: quote.holdLetters,
    venueName: own ? (quote.venueName ?? '') : '',
    deliveryTime: timeOf(quote.deliveryDate),
    pickupTime: timeOf(quote.pickupDate),
    state: quote.address?.state ?? '',
    country: quote.address?.country ?? '',
    overbookReason: '',
    customerId: quote.customerId == null ? '' : String(quote.customerId),
  };
}
