import type { Plan } from '@/api/types';
import { formatLongDay } from '@/lib/dates';
import type { Failure } from '@/lib/failure';
import { type Format, useFormat } from '@/lib/format';
import { formatCents } from '@/lib/money';
import { intervalSuffix } from '@/lib/plan';
import { ConfirmDialog } from '@/ui/ConfirmDialog';

interface Props {
  plan: Plan;
  /** The name of the plan that ends. */
  present: string;
  /** The end of its free trial; null if none is running. */
  trialEnd: string | null;
  currency: string;
  timeZone: string;
  onClose: () => void;
  onConfirm: () => void;
  error: Failure | null;
  pending: boolean;
}

/** Confirms replacing a free plan, or a trial without a card, and shows the cost. */
export function ReplacePlan({
  plan,
  present,
  trialEnd,
  currency,
  timeZone,
  onClose,
  onConfirm,
  error,
  pending,
}: Props) {
  const format = useFormat();
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Change to ${plan.name}`}
      description={`${ending(format, present, trialEnd, timeZone)} ${cost(plan, currency, trialEnd !== null)}`}
      destructive={trialEnd !== null}
      cancelLabel="Keep Plan"
      confirmLabel={trialEnd === null ? 'Change Plan' : 'End Trial and Change'}
      pendingLabel="Changing..."
      onConfirm={onConfirm}
      error={error}
      pending={pending}
    />
  );
}

function ending(format: Format, present: string, trialEnd: string | null, timeZone: string): string {
  return trialEnd === null
    ? `Your ${present} plan ends immediately.`
    : `Your free trial of ${present} ends immediately. It would otherwise run until ${formatLongDay(format, trialEnd, timeZone)}.`;
}

function cost(plan: Plan, currency: string, hadTrial: boolean): string {
  if (plan.price === 0) {
    return `${plan.name} is free.`;
  }
  const price = `${plan.name} costs ${formatCents(plan.price, currency)}${intervalSuffix(plan.interval)}`;
  if (hadTrial) {
    return `${price}, and the first payment is due now.`;
  }
  return plan.trialDays > 0
    ? `${price}. If you haven't had a free trial yet, it starts with a ${plan.trialDays}-day free trial. Otherwise, the first payment is due now.`
    : `${price}, and the first payment is due now.`;
}
