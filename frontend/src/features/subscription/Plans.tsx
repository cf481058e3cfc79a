import { useState } from 'react';
import { usePlans, useSubscribe } from '@/api/billing';
import { refusalOf } from '@/api/form-errors';
import type { Plan, Subscribed } from '@/api/types';
import { tellFailed } from '@/components/tell-failed';
import { useFormat } from '@/lib/format';
import { useOneAtATime } from '@/lib/one-at-a-time';
import { subscriptionCheckoutPath } from '@/lib/paths';
import { redirectTo } from '@/lib/redirect';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { FailureAlert } from '@/ui/FailureAlert';
import { LoadError } from '@/ui/LoadError';
import { Placeholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { ChangePlan } from './ChangePlan';
import { PlanCard } from './PlanCard';
import { ReplacePlan } from './ReplacePlan';

interface Props {
  /** The currency of the plans. */
  currency: string;
  timeZone: string;
  /** The business's current plan; null if it may subscribe. */
  current: Subscribed['plan'] | null;
  /** False if the current subscription could not be loaded: then no plan can be chosen. */
  known: boolean;
  /** The end of the current free trial; null if there is none. */
  trialEnd: string | null;
  /**
   * The effect of choosing another plan: subscribe; replace the current plan after confirmation; change the
   * current plan at the provider after confirmation; or nothing.
   */
  other: 'subscribe' | 'replace' | 'change' | 'nothing';
}

/** The available plans. */
export function Plans({ currency, timeZone, current, trialEnd, known, other }: Props) {
  const format = useFormat();
  const plans = usePlans();
  const subscribe = useSubscribe();
  const oneAtATime = useOneAtATime();
  const [selected, setSelected] = useState<Plan | null>(null);
  const choose = (plan: Plan) =>
    other === 'subscribe' ? oneAtATime((done) => subscribeTo(plan, done)) : setSelected(plan);
  const subscribeTo = (plan: Plan, done: () => void) =>
    subscribe.mutate(
      { planId: plan.id, endsTrial: selected !== null && trialEnd !== null },
      {
        onSettled: done,
        onSuccess: ({ clientSecret }) => {
          setSelected(null);
          if (clientSecret) {
            redirectTo(subscriptionCheckoutPath);
            return;
          }
          toast({
            title: 'Subscription successful',
            description: 'You have successfully subscribed to the plan.',
          });
        },
        onError: tellFailed('Subscription failed'),
      },
    );
  const close = () => {
    subscribe.reset();
    setSelected(null);
  };
  return (
    <section aria-labelledby="plans" className="grid gap-4">
      <h2 id="plans" className="font-semibold text-xl tracking-tight">
        {current === null ? 'Choose a Plan' : 'Available Plans'}
      </h2>
      <FailureAlert failure={selected === null ? refusalOf(format, subscribe.error) : null} />
      {plans.data === undefined ? (
        plans.error === null ? (
          <Loading />
        ) : (
          <LoadError
            title="Error loading subscription plans. Please try again later."
            onRetry={() => void plans.refetch()}
          />
        )
      ) : plans.data.length === 0 ? (
        <Card>
          <EmptyState
            title="No subscription plans found"
            description="You can use every feature without a plan. Plans appear here once the administrator adds them."
          />
        </Card>
      ) : (
        <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
          {plans.data.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              currency={currency}
              own={plan.id === current?.id}
              dimmed={(current !== null && plan.id !== current.id) || !plan.isActive}
              changes={other === 'change' || other === 'replace'}
              pending={subscribe.isPending && subscribe.variables.planId === plan.id}
              disabled={
                !known ||
                other === 'nothing' ||
                plan.id === current?.id ||
                subscribe.isPending ||
                !plan.isActive
              }
              onChoose={() => choose(plan)}
            />
          ))}
        </ul>
      )}
      {selected === null ? null : other === 'replace' && current !== null ? (
        <ReplacePlan
          plan={selected}
          present={current.name}
          trialEnd={trialEnd}
          currency={currency}
          timeZone={timeZone}
          onClose={close}
          onConfirm={() => oneAtATime((done) => subscribeTo(selected, done))}
          error={refusalOf(format, subscribe.error)}
          pending={subscribe.isPending}
        />
      ) : (
        <ChangePlan plan={selected} timeZone={timeZone} onClose={close} />
      )}
    </section>
  );
}

function Loading() {
  return (
    <Placeholder
      what="the plans"
      className="grid gap-5 md:grid-cols-2 lg:grid-cols-3"
      bars={['h-80 rounded-xl', 'h-80 rounded-xl', 'h-80 rounded-xl']}
    />
  );
}
