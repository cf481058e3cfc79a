import { formatMoment } from '@/lib/dates';

/** When an email that was just sent goes out, where it has to wait; undefined where it goes out at once. */
export function waitsUntil(
  email: { state: 'sent' | 'waiting'; until?: string | null } | null | undefined,
): string | undefined {
  if (email?.state !== 'waiting') return undefined;
  return email.until ? `The email waits until ${formatMoment(email.until)}.` : 'The email waits.';
}
