import type { Plan } from '@/api/types';
import { formatLongDay } from '@/lib/dates';
import type { Failure } from '@/lib/failure';
import { formatCents } from '@/lib/money';
import { intervalSuffix } from '@/lib/plan';
import { counted } from '@/lib/words';
import { ConfirmDialog } from '@/ui/ConfirmDialog';

interface Props {
  plan: Plan;
  /** The name of the plan that ends. */
  present: string;
  /** The end of its free trial; null while none is running. */
  trialEnd: string | null;
  currency: string;
  timeZone: string;
  onClose: () => void;
  onConfirm: () => void;
  error: Failure | null;
  pending: boolean;
}

/** Asks whether a free plan, or a trial without a card, ends for another plan, and names what that costs. */
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
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Change to ${plan.name}`}
      description={`${ending(present, trialEnd, timeZone)} ${cost(plan, currency, trialEnd !== null)}`}
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

function ending(present: string, trialEnd: string | null, timeZone: string): string {
  return trialEnd === null
    ? `Your ${present} plan ends right away.`
    : `Your free trial of ${present} ends right away. It would run until ${formatLongDay(trialEnd, timeZone)}.`;
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
    ? `${price}. If you haven't had a free trial yet, it starts with one of ${counted(plan.trialDays, 'day')}. Otherwise the first payment is due now.`
    : `${price}, and the first payment is due now.`;
}
