import { dayInWords } from '@/booking-form/dates';
import { formatTime } from '@/lib/dates';
import type { Format } from '@/lib/format';

const two = (value: number) => String(value).padStart(2, '0');

/** An instant in the visitor's own time zone: "Fri, Jun 4, 2027 at 6:00 PM". */
export function untilInWords(format: Format, iso: string): string {
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const time = formatTime(format, `${day}T${two(at.getHours())}:${two(at.getMinutes())}`);
  return `${dayInWords(format, day, 'short')} at ${time}`;
}
