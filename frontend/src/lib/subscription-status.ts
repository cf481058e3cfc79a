import type { BadgeTone } from '@/ui/Badge';

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
