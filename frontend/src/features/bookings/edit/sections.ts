/** Sections of the edit form: which fields they contain, and a one-line summary of their values. */

import type { Booking, Venue } from '@/api/types';
import { dayInWords, isoFromTyped } from '@/booking-form/dates';
import { OTHER_PLACE } from '@/booking-form/draft';
import { windowInWords } from '@/booking-form/install-windows';
import { eventName } from '@/booking-form/texts';
import { isTime } from '@/components/typed-time';
import { formatTime } from '@/lib/dates';
import type { Format } from '@/lib/format';
import { keysOf } from '@/lib/keys';
import { formatMoney } from '@/lib/money';
import { sizeName } from '@/lib/words';
import type { EditErrors, EditField, EditValues } from './edit';

export type SectionName = 'when' | 'sign' | 'where' | 'customer' | 'extras' | 'price' | 'notes';

/** Where the edit form begins: an unfolded section, and the field in it that gets the focus. */
export interface EditPlace {
  section?: SectionName;
  focusOn?: EditField;
}

export const SECTION_TITLES: Readonly<Record<SectionName, string>> = {
  when: 'When',
  sign: 'Sign',
  where: 'Where',
  customer: 'Customer',
  extras: 'Extras',
  price: 'Price',
  notes: 'Notes',
};

const FIELDS: Readonly<Partial<Record<EditField, SectionName>>> = {
  deliveryDate: 'when',
  deliveryTime: 'when',
  pickupDate: 'when',
  pickupTime: 'when',
  preferredInstallTime: 'when',
  venueId: 'where',
  placeName: 'where',
  street: 'where',
  city: 'where',
  state: 'where',
  zipCode: 'where',
  country: 'where',
  accessNotes: 'where',
  customerName: 'customer',
  customerEmail: 'customer',
  customerPhone: 'customer',
  eventType: 'customer',
  damageWaiver: 'extras',
  tip: 'extras',
  total: 'price',
  notes: 'notes',
  operatorNotes: 'notes',
};

/** The section of a field; null for fields outside of the sections. */
export function sectionOf(field: EditField): SectionName | null {
  if (field === 'overbookReason' || field === 'discountCode') return null;
  // Everything else belongs to a line of the sign.
  return FIELDS[field] ?? 'sign';
}

/** The first error in each section. */
export function faultsBySection(errors: EditErrors): Partial<Record<SectionName, string>> {
  const faults: Partial<Record<SectionName, string>> = {};
  for (const field of keysOf(errors)) {
    const section = sectionOf(field);
    const fault = errors[field];
    if (section !== null && fault !== undefined) faults[section] ??= fault;
  }
  return faults;
}

/** Sections of a booking's changed fields, by their names in its history. */
const OF_HISTORY: Readonly<Record<string, SectionName>> = {
  deliveryDate: 'when',
  pickupDate: 'when',
  preferredInstallTime: 'when',
  venueId: 'where',
  address: 'where',
  damageWaiver: 'extras',
  tip: 'extras',
  addOns: 'extras',
  totalPrice: 'price',
  notes: 'notes',
};

/** Words in a customer's message, and the section that they are about. */
const WORDS: readonly (readonly [RegExp, SectionName])[] = [
  [
    /\b(noon|midnight|earl(y|ier)|later?|time|o'?clock|\d{1,2}([:.]\d{2})?\s*(am|pm|h)|\d{1,2}:\d{2}|day|days|date|(mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|weekend|pick\s?up|deliver(y|ed)?|postpone|reschedule)\b/i,
    'when',
  ],
  [/\b(address|venue|street|location|place|hall|indoors?|outdoors?)\b/i, 'where'],
  [/\b(phone|email|e-mail|call me)\b/i, 'customer'],
  [/\b(tip|waiver)\b/i, 'extras'],
];

/** The section that a customer's change request is about. */
export function sectionOfRequest(request: {
  text: string;
  change?: { changes: Readonly<Record<string, unknown>> } | null;
}): SectionName {
  const fields = Object.keys(request.change?.changes ?? {});
  const changed = fields.find((field) => field !== 'totalPrice');
  if (changed !== undefined) return OF_HISTORY[changed] ?? 'sign';
  return WORDS.find(([words]) => words.test(request.text))?.[1] ?? 'sign';
}

/** A day with its time, if any: "Fri, Jun 5, 3:30 PM"; with the year if it isn't this one. */
function moment({ format, today }: SummaryContext, typed: string, time: string): string {
  const day = isoFromTyped(format, typed);
  const at = isTime(time) ? formatTime(format, `T${time}`) : time;
  if (day === null) return [typed, at].filter(Boolean).join(', ');
  const words = dayInWords(format, day, 'short');
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return [isThisYear ? words.replace(/,? \d{4}$/, '') : words, at].filter(Boolean).join(', ');
}

export interface SummaryContext {
  format: Format;
  today: string;
  values: EditValues;
  booking: Booking;
  venues: readonly Venue[];
  currency: string;
  /** The name of an add-on. */
  addOnName: (code: string) => string;
  /** The calculated total in currency units, if known. */
  computed: number | null;
}

/** One line with the values of a section. */
export const SUMMARIES: Readonly<Record<SectionName, (context: SummaryContext) => string>> = {
  when: (context) => {
    const { format, values } = context;
    return [
      moment(context, values.deliveryDate, values.deliveryTime),
      values.deliveryTime === '' && values.preferredInstallTime !== ''
        ? windowInWords(format, values.preferredInstallTime)
        : '',
      `pickup ${moment(context, values.pickupDate, values.pickupTime)}`,
    ]
      .filter(Boolean)
      .join(', ');
  },
  sign: ({ format, values }) => {
    const [first, ...others] = values.lines;
    const texts = [
      first.text.trim() === '' ? '' : `${first.text} (${sizeName(format, first.size)})`,
      ...others.map((line) =>
        line.kind === 'letters'
          ? `${line.text} (${sizeName(format, line.size)})`
          : line.kind === 'item'
            ? `${line.quantity} × ${line.name ?? 'item'}`
            : (line.name ?? 'package'),
      ),
    ];
    return texts.filter(Boolean).join(', ') || 'No letters';
  },
  where: ({ values, venues, booking }) => {
    if (values.venueId === OTHER_PLACE)
      return [values.placeName, values.street, values.city].filter(Boolean).join(', ');
    if (values.venueId === '')
      return booking.address === null ? (booking.venueName ?? 'No venue') : 'No venue';
    return venues.find(({ id }) => String(id) === values.venueId)?.name ?? booking.venueName ?? 'No venue';
  },
  customer: ({ values }) =>
    [
      values.customerName,
      values.customerPhone || values.customerEmail,
      values.eventType === '' ? '' : eventName(values.eventType),
    ]
      .filter(Boolean)
      .join(', '),
  extras: ({ values, currency, addOnName }) =>
    [
      ...values.lines[0].addOns.map(addOnName),
      values.damageWaiver === 'yes' ? 'Damage waiver' : '',
      Number(values.tip) > 0 ? `tip ${formatMoney(Number(values.tip), currency)}` : '',
    ]
      .filter(Boolean)
      .join(', ') || 'None',
  price: ({ values, computed, currency }) => {
    const own = values.total.trim();
    if (own !== '')
      return Number.isNaN(Number(own)) ? own : `${formatMoney(Number(own), currency)}, custom total`;
    return computed === null ? 'Calculated price' : formatMoney(computed, currency);
  },
  notes: ({ values }) =>
    [values.notes, values.operatorNotes].filter((text) => text.trim() !== '').join(' · ') || 'None',
};
