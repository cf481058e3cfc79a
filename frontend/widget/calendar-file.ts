/** A booking as a file that calendars read (iCalendar, RFC 5545). */
import { DONE, PRICE } from '@/booking-form/texts';
import type { Booked } from './calls';

const MOST_OCTETS = 75;

/** "20270601T120000Z": an instant in UTC, which is right whatever the operator's clocks do in summer. */
function utc(instant: string): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '');
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

function octets(char: string): number {
  const point = char.codePointAt(0) ?? 0;
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
}

/** A content line in pieces of at most 75 octets, none of which cuts a character. */
function folded(line: string): string {
  let text = '';
  let length = 0;
  for (const char of line) {
    if (length + octets(char) > MOST_OCTETS) {
      text += '\r\n ';
      length = 1;
    }
    text += char;
    length += octets(char);
  }
  return text;
}

interface About {
  readonly company: string | null;
  /** The machine that the booking was made on, which makes its id unique in the world. */
  readonly host: string;
  readonly money: (units: number) => string;
}

/** The file's text: one event from delivery to pickup. The same booking gives the same UID, so it never stands twice. */
export function calendarFile(booking: Booked, { company, host, money }: About): string {
  const place = [booking.venueName, booking.venueAddress].filter(Boolean).join(', ');
  const text = DONE.eventText(
    `${DONE.reference} #${booking.number}`,
    DONE.signValue(booking.message, booking.size, booking.letterCount),
    `${PRICE.total} ${money(booking.totalPrice)}`,
  );
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//MarqueeDesk//Booking form//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:booking-${booking.id}@${host || 'marqueedesk'}`,
    `DTSTAMP:${utc(booking.createdAt)}`,
    `DTSTART:${utc(booking.deliveryDate)}`,
    `DTEND:${utc(booking.pickupDate)}`,
    `SUMMARY:${escaped(DONE.eventTitle(booking.message, company))}`,
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    `DESCRIPTION:${escaped(text)}`,
    `STATUS:${booking.status === 'confirmed' ? 'CONFIRMED' : 'TENTATIVE'}`,
    // The days of a rental are not days on which the customer is busy.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
}
