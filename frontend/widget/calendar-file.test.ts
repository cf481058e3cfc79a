import { describe, expect, it } from 'vitest';
import { calendarFile } from './calendar-file';
import type { Booked } from './calls';

const booking = {
  id: 41,
  number: 2,
  status: 'pending',
  message: 'HAPPY 30TH!',
  size: '4ft',
  letterCount: 10,
  deliveryDate: '2027-03-12T08:00:00-05:00',
  pickupDate: '2027-03-15T10:00:00-04:00',
  createdAt: '2027-01-02T23:30:05.123-05:00',
  venueName: 'Hall; Nord, West',
  venueAddress: '1 Back\\slash Way',
  totalPrice: 250,
} as Booked;
const about = {
  company: 'Glow & Co.',
  host: 'book.example',
  money: (units: number) => `$${units.toFixed(2)}`,
};

/** The file's properties, unfolded and unescaped as a calendar reads them. */
function read(file: string): Record<string, string> {
  const lines = file.replaceAll('\r\n ', '').split('\r\n').filter(Boolean);
  const unescaped = (text: string) => text.replace(/\\(.)/g, (_, char) => (char === 'n' ? '\n' : char));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), unescaped(line.slice(line.indexOf(':') + 1))]),
  );
}

describe('the calendar file', () => {
  it('is right before and after the clocks change', () => {
    expect(read(calendarFile(booking, about))).toMatchObject({
      DTSTART: '20270312T130000Z',
      DTEND: '20270315T140000Z',
      DTSTAMP: '20270103T043005Z',
    });
  });

  it('says what, where and whose, with every sign that means something escaped', () => {
    const file = calendarFile(booking, about);
    expect(file).toContain('LOCATION:Hall\\; Nord\\, West\\, 1 Back\\\\slash Way\r\n');
    expect(read(file)).toMatchObject({
      UID: 'booking-41@book.example',
      SUMMARY: 'Marquee letters “HAPPY 30TH!” from Glow & Co.',
      LOCATION: 'Hall; Nord, West, 1 Back\\slash Way',
      STATUS: 'TENTATIVE',
    });
    expect(read(file).DESCRIPTION).toContain('\nReference #2\nTotal $250.00');
  });

  it('ends every line with CRLF and has none of more than 75 octets, nor a character cut in two', () => {
    const message = '🎉é'.repeat(60);
    const file = calendarFile({ ...booking, message }, about);
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of file.split('\r\n')) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    }
    expect(read(file).SUMMARY).toContain(message);
  });

  it('is the same event when it is saved again, and certain once it is confirmed', () => {
    expect(calendarFile(booking, about)).toBe(calendarFile({ ...booking }, about));
    const confirmed = calendarFile(
      { ...booking, status: 'confirmed', venueName: null, venueAddress: null },
      about,
    );
    expect(read(confirmed).STATUS).toBe('CONFIRMED');
    expect(read(confirmed).LOCATION).toBeUndefined();
  });
});
