/** Texts of a booking's history. */

import type { BookingChange } from '@/api/types';
import { windowInWords } from '@/booking-form/install-windows';
import { eventName } from '@/booking-form/texts';
import { formatWhen } from '@/lib/dates';
import type { Format } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { bookingStatus } from '@/lib/status';
import { sizeName } from '@/lib/words';

const fieldNames: Readonly<Record<string, string>> = {
  customerName: 'Name',
  customerEmail: 'Email',
  customerPhone: 'Phone',
  eventType: 'Event type',
  notes: 'Notes',
  operatorNotes: 'Team notes',
  message: 'Message',
  size: 'Size',
  lines: 'Lines',
  address: 'Address',
  colorOption: 'Color option',
  preferredInstallTime: 'Install time',
  addOns: 'Add-ons',
  venueId: 'Venue',
  deliveryDate: 'Delivery',
  pickupDate: 'Pickup',
  damageWaiver: 'Damage waiver',
  tip: 'Tip',
  taxExempt: 'Tax exemption',
  vatId: 'VAT ID',
  reverseCharge: 'Reverse charge',
  totalPrice: 'Total',
  damageCharge: 'Charge',
  expectedBack: 'Expected back',
  borrowed: 'Borrowed',
  certificateRequested: 'Certificate requested from',
  certificateSent: 'Certificate sent to',
};

/** Title of a history entry with its author, such as "Confirmed by ada". */
export function entryTitle(
  { kind, who, fromStatus, toStatus, changes }: BookingChange,
  fromForm: boolean,
): string {
  if (kind === 'created' && 'quoteId' in changes) return `Booked from a quote by ${who}`;
  if (kind === 'created') return fromForm ? `Requested by ${who}` : `Entered by ${who}`;
  if (kind === 'edited') return `Edited by ${who}`;
  if (toStatus === 'confirmed' && (fromStatus === 'completed' || fromStatus === 'canceled')) {
    return `Reopened by ${who}`;
  }
  const status = Object.entries(bookingStatus).find(([code]) => code === toStatus);
  return `${status?.[1].word ?? 'Changed'} by ${who}`;
}

/** One line per field changed by an edit, such as "Size: 4ft → 2ft". */
export function changeLines(
  format: Format,
  changes: BookingChange['changes'],
  currency: string,
  venueName: (id: number) => string | undefined,
): string[] {
  const inWords = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return 'none';
    if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
    if ((field === 'totalPrice' || field === 'damageCharge' || field === 'tip') && typeof value === 'number')
      return formatMoney(value, currency);
    if (field === 'venueId' && typeof value === 'number') return venueName(value) ?? `#${value}`;
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    const text = String(value);
    if (field === 'deliveryDate' || field === 'pickupDate' || field === 'expectedBack')
      return formatWhen(format, text, text.includes('T'));
    if (field === 'eventType') return eventName(text);
    if (field === 'preferredInstallTime') return windowInWords(format, text);
    if (field === 'size') return sizeName(format, text);
    return text;
  };
  return (
    Object.entries(changes)
      // The title of the first entry names the quote.
      .filter(([field]) => field !== 'quoteId')
      .map(([field, [before, after]]) =>
        field === 'reason'
          ? `Reason: ${String(after)}`
          : `${fieldNames[field] ?? field}: ${inWords(field, before)} → ${inWords(field, after)}`,
      )
  );
}
