import type { Plan } from '@/api/types';
import { cn } from '@/lib/cn';
import { formatCents } from '@/lib/money';
import { intervalSuffix, linesOf } from '@/lib/plan';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import { CheckList } from '@/ui/CheckList';

interface Props {
  plan: Plan;
  currency: string;
  /** Whether it is the business's current plan. */
  own: boolean;
  /** Whether the plan is shown for information only. */
  dimmed: boolean;
  /** Whether choosing it changes the current plan. */
  changes: boolean;
  pending: boolean;
  disabled: boolean;
  onChoose: () => void;
}

/** A plan with its price and features. */
export function PlanCard({ plan, currency, own, dimmed, changes, pending, disabled, onChoose }: Props) {
  const features = linesOf(plan);
  const name = `plan-${plan.id}`;
  return (
    <li
      className={cn(
        'flex min-w-0 flex-col gap-5 rounded-xl border p-5',
        // Not dimmed with opacity, which would reduce the contrast of the text too.
        dimmed ? 'bg-sunken text-soft' : 'bg-surface shadow-card',
        own ? 'border-action' : 'border-line',
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h3 id={name} className="break-words font-semibold text-lg tracking-tight">
          {plan.name}
        </h3>
        <p className="tabular">
          <span className="font-semibold text-3xl tracking-tight">{formatCents(plan.price, currency)}</span>
          <span className="text-soft">{intervalSuffix(plan.interval)}</span>
        </p>
        {plan.description === null || plan.description === '' ? null : (
          <p className="text-pretty break-words text-soft text-sm">{plan.description}</p>
        )}
      </div>
      {features.length === 0 ? null : (
        <CheckList
          of={features}
          aria-label={`Features of ${plan.name}`}
          className="grid grid-cols-[minmax(0,1fr)] gap-2 text-sm"
        />
      )}
      <div className="mt-auto grid gap-3">
        {plan.trialDays > 0 && !changes ? (
          <p className="font-medium text-amber text-sm">
            Includes {counted(plan.trialDays, 'day')} free trial
          </p>
        ) : null}
        <Button
          kind={own ? 'secondary' : 'primary'}
          disabled={disabled}
          pending={pending}
          aria-describedby={name}
          onClick={onChoose}
        >
          {own ? 'Current Plan' : pending ? 'Processing...' : changes ? 'Change Plan' : 'Subscribe'}
        </Button>
      </div>
    </li>
  );
}
