import type { BadgeTone } from '@/ui/Badge';
import { formatCents } from './money';

const labels: Readonly<Record<string, { word: string; tone: BadgeTone }>> = {
  active: { word: 'Active', tone: 'green' },
  trial: { word: 'Trial', tone: 'blue' },
  past_due: { word: 'Past Due', tone: 'orange' },
  canceled: { word: 'Canceled', tone: 'red' },
};

/** Label and color of a subscription status; an unknown status is shown unchanged in gray. */
export function subscriptionStatus(status: string): { word: string; tone: BadgeTone } {
  return labels[status] ?? { word: status, tone: 'neutral' };
}

/** Whether the trial has ended and the first payment is due. */
export function hasOutlivedTrial({
  status,
  trialEnd,
  currentPeriodStart,
}: {
  status: string;
  trialEnd: string | null;
  currentPeriodStart: string | null;
}): boolean {
  if (status !== 'past_due' || trialEnd === null || currentPeriodStart === null) return false;
  return Date.parse(currentPeriodStart) <= Date.parse(trialEnd);
}

/** Whether a subscription has ended, so a new one can be started. */
export function hasEnded(status: string): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

const paymentTones: Readonly<Record<string, BadgeTone>> = {
  succeeded: 'green',
  pending: 'yellow',
  failed: 'red',
  refunded: 'blue',
  lost: 'red',
};

/** Color of a plan payment's status. */
export function planPaymentTone(status: string): BadgeTone {
  return paymentTones[status] ?? 'neutral';
}

interface PlanPayment {
  failure: string | null;
  status: string;
  /** Amount in cents, like `lost`. */
  refunded: number;
  lost: number;
  dispute: string | null;
  currency: string;
}

/**
 * Notes of a plan payment: failure reason, refunded amount and disputed amount.
 *
 * @param words wording of a dispute and of a lost dispute for the current audience
 */
export function planPaymentNotes(
  { failure, status, refunded, lost, dispute, currency }: PlanPayment,
  words: { disputed: string; lost: string },
): string[] {
  const money = (cents: number) => formatCents(cents, currency.toUpperCase());
  return [
    failure,
    refunded > 0 && status !== 'refunded' ? `${money(refunded)} refunded` : null,
    dispute === 'disputed' ? words.disputed : null,
    lost > 0 && status !== 'lost' ? `${money(lost)} ${words.lost}` : null,
  ].filter((note) => note !== null);
}
