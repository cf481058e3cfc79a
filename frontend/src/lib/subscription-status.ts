import type { BadgeTone } from '@/ui/Badge';
import { formatCents } from './money';

const known: Readonly<Record<string, { word: string; tone: BadgeTone }>> = {
  active: { word: 'Active', tone: 'green' },
  trial: { word: 'Trial', tone: 'blue' },
  past_due: { word: 'Past Due', tone: 'orange' },
  canceled: { word: 'Canceled', tone: 'red' },
};

/** The name and color of a subscription's status; an unknown status is shown as it is, in gray. */
export function subscriptionStatus(status: string): { word: string; tone: BadgeTone } {
  return known[status] ?? { word: status, tone: 'neutral' };
}

/** Whether a trial is over, and the first payment is what is open. */
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

/** Whether a subscription of this status has come to its end, so that another may be taken. */
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

/** The color of a payment's status, of a payment for a plan. */
export function planPaymentTone(status: string): BadgeTone {
  return paymentTones[status] ?? 'neutral';
}

interface PlanPayment {
  failure: string | null;
  status: string;
  /** In cents, as what was lost. */
  refunded: number;
  lost: number;
  dispute: string | null;
  currency: string;
}

/**
 * Why a payment for a plan failed, what was refunded of it, and what its bank was asked to take back.
 *
 * @param words what a dispute is to whoever reads this, and the end of the sentence about what is lost to one
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
