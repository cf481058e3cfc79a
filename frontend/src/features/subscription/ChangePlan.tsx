import { useChangePlan, usePlanChangePreview } from '@/api/billing';
import { refusalOf } from '@/api/form-errors';
import type { Plan, PlanChange } from '@/api/types';
import { PriceLine } from '@/components/booking/PriceLines';
import { formatLongDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatCents } from '@/lib/money';
import { useOneAtATime } from '@/lib/one-at-a-time';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Placeholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';

interface Props {
  plan: Plan;
  timeZone: string;
  onClose: () => void;
}

/** Confirms a change of plan, with the amount charged now, the credit, and the next payment. */
export function ChangePlan({ plan, timeZone, onClose }: Props) {
  const format = useFormat();
  const preview = usePlanChangePreview(plan.id);
  const change = useChangePlan();
  const oneAtATime = useOneAtATime();
  const shown = preview.isFetching ? undefined : preview.data;
  const confirm = (done: () => void) => {
    if (shown === undefined) {
      change.reset();
      void preview.refetch().finally(done);
      return;
    }
    change.mutate(shown, {
      onSettled: done,
      onSuccess: () => {
        onClose();
        toast({ title: 'Plan changed', description: `You are now on the ${plan.name} plan.` });
      },
      // A retry needs new amounts, or another card.
      onError: () => void preview.refetch(),
    });
  };
  const failure = change.error ?? (preview.isFetching ? null : preview.error);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Change to ${plan.name}`}
      description={shown === undefined ? 'Your plan changes immediately.' : consequence(shown)}
      destructive={false}
      cancelLabel="Keep Plan"
      confirmLabel={labelOf(shown)}
      pendingLabel={change.isPending ? 'Changing...' : 'Change Plan'}
      onConfirm={() => oneAtATime(confirm)}
      error={refusalOf(format, failure)}
      pending={change.isPending || preview.isFetching}
    >
      {shown === undefined ? (
        preview.isFetching ? (
          <Placeholder what="the amounts" bars={['h-28']} />
        ) : null
      ) : (
        <Amounts shown={shown} timeZone={timeZone} />
      )}
    </ConfirmDialog>
  );
}

function labelOf(shown: PlanChange | undefined): string {
  if (shown === undefined) {
    return 'Try Again';
  }
  return shown.dueNow > 0 ? `Change and Pay ${formatCents(shown.dueNow, shown.currency)}` : 'Change Plan';
}

function consequence({ dueNow, credited, currency }: PlanChange): string {
  if (dueNow > 0) {
    return `Your plan changes immediately, and we'll charge your card ${formatCents(dueNow, currency)} now.`;
  }
  return credited > 0
    ? `Your plan changes immediately. Nothing is charged now, and ${formatCents(credited, currency)} is credited to your next payments.`
    : 'Your plan changes immediately. Nothing is charged now.';
}

function Amounts({ shown, timeZone }: { shown: PlanChange; timeZone: string }) {
  const format = useFormat();
  const { lines, dueNow, creditUsed, credited, nextPayment, nextPaymentAt, currency } = shown;
  const amount = (cents: number) => formatCents(cents, currency);
  return (
    <section aria-label="Amounts">
      <dl className="text-sm">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one preview never change order.
          <PriceLine key={index} label={line.description}>
            {amount(line.amount)}
          </PriceLine>
        ))}
        {creditUsed > 0 ? <PriceLine label="Existing credit">{amount(-creditUsed)}</PriceLine> : null}
        <PriceLine label="Due now" strong>
          {amount(dueNow)}
        </PriceLine>
        {credited > 0 ? (
          <PriceLine label="Credited to your next payments">{amount(credited)}</PriceLine>
        ) : null}
        {nextPaymentAt === null ? null : (
          <PriceLine label={`Next payment, ${formatLongDay(format, nextPaymentAt, timeZone)}`}>
            {amount(nextPayment)}
          </PriceLine>
        )}
      </dl>
    </section>
  );
}
