import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';
import { formatCents } from '@/lib/money';
import { paths } from '@/lib/paths';
import { intervalSuffix, linesOf } from '@/lib/plan';
import { registerFirst } from '@/lib/register-first';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import { CheckList } from '@/ui/CheckList';

type Offered = components['schemas']['PublicPlans'];

/**
 * The plans currently on offer, loaded when the section is about to be scrolled into view. Hidden if there are none, or if
 * they could not be loaded.
 */
export function Prices() {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const [offered, setOffered] = useState<Offered | null>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '800px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!near) return;
    const call = new AbortController();
    callPublicly<Offered>('/api/public/plans', { signal: call.signal }).then(setOffered, () => undefined);
    return () => call.abort();
  }, [near]);
  return (
    <div ref={place}>
      {offered === null || offered.plans.length === 0 ? null : (
        <section
          id="prices"
          aria-labelledby="prices-title"
          className="border-line border-y bg-sunken/60 py-16 sm:py-24"
        >
          <div className="page">
            <h2 id="prices-title" className="font-semibold text-3xl tracking-tight sm:text-4xl">
              Pricing
            </h2>
            <p className="mt-3 max-w-xl text-pretty text-lg text-soft">
              Every plan includes every feature. Change or cancel at any time.
            </p>
            <ul className="mt-10 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
              {offered.plans.map((plan) => (
                <PlanCard key={plan.id} plan={plan} currency={offered.currency} />
              ))}
            </ul>
          </div>
        </section>
      )}
    </div>
  );
}

function PlanCard({ plan, currency }: { plan: Offered['plans'][number]; currency: string }) {
  return (
    <li className="flex min-w-0 flex-col gap-4 rounded-xl border border-line bg-surface p-6 shadow-card">
      <h3 className="break-words font-semibold text-lg tracking-tight">{plan.name}</h3>
      <p className="tabular">
        <span className="font-semibold text-3xl tracking-tight">{formatCents(plan.price, currency)}</span>
        <span className="text-soft">{intervalSuffix(plan.interval)}</span>
      </p>
      {plan.description ? <p className="break-words text-soft text-sm">{plan.description}</p> : null}
      <CheckList of={linesOf(plan)} className="grid gap-2 text-sm empty:hidden" />
      <div className="mt-auto grid gap-3 pt-2">
        {plan.trialDays > 0 ? (
          <p className="font-medium text-amber text-sm">
            Includes {counted(plan.trialDays, 'day')} free trial
          </p>
        ) : null}
        <Button asChild kind="secondary">
          <Link to={paths.auth} onClick={registerFirst} aria-label={`Start with ${plan.name}`}>
            {plan.price === 0 ? 'Start Free' : 'Start'}
          </Link>
        </Button>
      </div>
    </li>
  );
}
