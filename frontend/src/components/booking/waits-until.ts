import { formatMoment } from '@/lib/dates';
import type { Format } from '@/lib/format';

/** Notice that an email just sent is on hold, with its time if known; undefined if it goes out at once. */
export function waitsUntil(
  format: Format,
  email: { state: 'sent' | 'waiting'; until?: string | null } | null | undefined,
): string | undefined {
  if (email?.state !== 'waiting') return undefined;
  return email.until
    ? `The email will be sent on ${formatMoment(format, email.until)}.`
    : 'The email is on hold.';
}
