/** Client-side checks of the form. The server validates everything again; these only save a round trip. */
import type { Format } from '@/lib/format';
import { bare, withoutInvisible } from '@/lib/text';
import { lettersOf } from '@/sign/letters';
import { daysBetween, isoFromTyped, typedFromIso } from './dates';
import {
  type BookingDraft,
  type FieldKey,
  type FieldName,
  fieldValue,
  isHalfFilled,
  isQuantity,
  type LettersDraft,
  OTHER_PLACE,
  sentLines,
} from './draft';
import { FAULTS } from './texts';

export type FieldErrors = Readonly<Partial<Record<FieldKey, string>>>;

export interface FormLimits {
  /** Today in the operator's time zone. */
  readonly today: string;
  /** The latest bookable delivery, an ISO day. */
  readonly lastDay: string;
  readonly maxRentalDays: number;
  /** False for an operator without venues. */
  readonly venueRequired: boolean;
  /** Operators may enter past deliveries; visitors may not. */
  readonly pastAllowed?: boolean;
  /** True if the ZIP code of an address determines its delivery fee. */
  readonly zipRequired?: boolean;
  /** Codes of the colors for which the customer enters which one it is. */
  readonly colorsToName?: readonly string[];
  /** Fields that this business requires besides the standard ones. */
  readonly alsoRequired?: readonly string[];
  /**
   * True for operators, whose customers may only have a phone number; visitors must give an email address.
   */
  readonly phoneIsEnough?: boolean;
}

/** Fields in screen order; the first one with an error gets the focus. */
export const FIELD_ORDER: readonly FieldName[] = [
  'message',
  'lines',
  'size',
  'finish',
  'colorOption',
  'customColor',
  'deliveryDate',
  'pickupDate',
  'venueId',
  'street',
  'city',
  'state',
  'zipCode',
  'preferredInstallTime',
  'addOns',
  'customerName',
  'customerEmail',
  'customerPhone',
  'eventType',
  'placeName',
  'accessNotes',
  'notes',
  'discountCode',
];

const REQUIRED = [
  'message',
  'deliveryDate',
  'pickupDate',
  'venueId',
  'street',
  'city',
  'zipCode',
  'customColor',
  'customerName',
  'customerEmail',
] as const satisfies readonly FieldName[];

const MAX_LETTERS = 60;
/** Maximum text lengths of the server. Longer texts get an error instead of being truncated. */
const LONGEST = {
  customerName: 200,
  customerEmail: 254,
  customerPhone: 50,
  notes: 5000,
  street: 200,
  city: 100,
  state: 60,
  zipCode: 20,
} as const;
// A loose check for text, an @ and a host with a dot. Only sending an email can verify the address.
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

function isEmpty(draft: BookingDraft, field: FieldName): boolean {
  if (field === 'message') return sentLines(draft.lines).length === 0;
  if (field === 'addOns' || field === 'lines') return false;
  return withoutInvisible(fieldValue(draft, field)) === '';
}

/** True if letters have a color such as "Custom", but not which one it is. */
export const lacksColor = (
  { text, colorOption, customColor }: LettersDraft,
  colors: readonly string[] = [],
) => colors.includes(colorOption) && !customColor?.trim() && lettersOf(text).length > 0;

/** The required fields that are empty, each with its message. */
export function missingFields(
  draft: BookingDraft,
  limits: Pick<
    FormLimits,
    'venueRequired' | 'phoneIsEnough' | 'zipRequired' | 'alsoRequired' | 'colorsToName'
  >,
): FieldErrors {
  const atVenue = draft.venueId !== OTHER_PLACE;
  // On the phone the operator may know only the city.
  const partWillDo = atVenue || !!limits.phoneIsEnough;
  const isOptional: Partial<Record<FieldName, boolean>> = {
    venueId: !limits.venueRequired,
    customColor: !lacksColor(draft.lines[0], limits.colorsToName),
    street: partWillDo,
    city: partWillDo,
    zipCode: atVenue || !limits.zipRequired,
    customerEmail: !!limits.phoneIsEnough && !isEmpty(draft, 'customerPhone'),
  };
  const extra = FIELD_ORDER.filter((field) => limits.alsoRequired?.includes(field));
  const required: readonly FieldName[] = [...REQUIRED, ...extra];
  const messages: Partial<Record<FieldName, unknown>> = FAULTS;
  return Object.fromEntries(
    required
      .filter((field) => !isOptional[field] && isEmpty(draft, field))
      .map((field) => [field, String(messages[field] ?? FAULTS.empty)]),
  );
}

/** Errors of filled fields; empty fields are left to `missingFields`. */
export function fieldErrors(format: Format, draft: BookingDraft, limits: FormLimits): FieldErrors {
  const errors: Partial<Record<FieldKey, string>> = {};
  const letters = lettersOf(draft.lines[0].text).length;
  if (letters > MAX_LETTERS) {
    errors.message = FAULTS.tooManyLetters(MAX_LETTERS, letters);
  }
  draft.lines.forEach((line, place) => {
    if (line.kind === 'package' && isHalfFilled(line))
      errors[`lines[${place}].words`] = FAULTS.words(line.name);
    if (line.kind === 'item' && !isQuantity(line.quantity))
      errors[`lines[${place}].quantity`] = FAULTS.quantity;
    if (line.kind === 'letters' && place > 0 && lacksColor(line, limits.colorsToName))
      errors[`lines[${place}].customColor`] = FAULTS.customColor;
  });
  const email = bare(draft.customerEmail);
  if (email !== '' && !EMAIL.test(email)) errors.customerEmail = FAULTS.email;
  for (const [field, most] of Object.entries(LONGEST) as [keyof typeof LONGEST, number][]) {
    // Counted like the server: an emoji is one character.
    const { length } = [...draft[field].trim()];
    if (length > most) errors[field] = FAULTS.tooMuchText(most, length);
  }

  const delivery = isoFromTyped(format, draft.deliveryDate);
  const pickup = isoFromTyped(format, draft.pickupDate);
  for (const field of ['deliveryDate', 'pickupDate'] as const) {
    const typed = draft[field].trim();
    if (typed !== '' && isoFromTyped(format, typed) === null) {
      errors[field] = /^(\d+\D\d+\D\d{4}|\d{4}\D\d+\D\d+|\d{8})$/.test(typed)
        ? FAULTS.noSuchDay(format)
        : FAULTS.dateForm(format);
    }
  }
  if (delivery !== null && delivery < limits.today && !limits.pastAllowed) {
    errors.deliveryDate = FAULTS.past;
  }
  if (delivery !== null && delivery > limits.lastDay) {
    errors.deliveryDate = FAULTS.tooFarAhead(typedFromIso(format, limits.lastDay));
  }
  if (delivery !== null && pickup !== null) {
    if (pickup < delivery) errors.pickupDate = FAULTS.pickupFirst;
    else if (daysBetween(delivery, pickup) > limits.maxRentalDays) {
      errors.pickupDate = FAULTS.tooLong(limits.maxRentalDays);
    }
  }
  return errors;
}
