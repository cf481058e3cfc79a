import { formatMoment } from '@/lib/dates';

/** Notice that an email just sent is on hold, with its time if known; undefined if it goes out at once. */
export function waitsUntil(
  email: { state: 'sent' | 'waiting'; until?: string | null } | null | undefined,
): string | undefined {
  if (email?.state !== 'waiting') return undefined;
  return email.until ? `The email will be sent on ${formatMoment(email.until)}.` : 'The email is on hold.';
}
