import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { cardForm, payWithGivenCard, readSubscription, useSubscriptionChanged } from '@/api/billing';
import { ApiError, sentenceOf } from '@/api/errors';
import type { Subscribed } from '@/api/types';
import { cardName } from '@/lib/card-name';
import { paths } from '@/lib/paths';
import { toast } from '@/ui/toast-store';
import { setupFailure } from './due';
import { useProvider } from './provider';
import { Preparing, SetupFailed } from './states';

const KeepCard = lazy(async () => ({ default: (await import('./KeepCard')).KeepCard }));
const noForm = 'Unable to initialize payment form. Please try again later.';

/** Returns a callback that shows a confirmation of the saved card and returns to the subscription page. */
function useSaved() {
  const navigate = useNavigate();
  const changed = useSubscriptionChanged();
  return useCallback(
    ({ plan, card, payable }: Subscribed) => {
      const name = card === null ? 'Your card' : cardName(card);
      const description = payable
        ? `${name} was saved, but the payment due didn't go through.`
        : `We'll charge ${name} for ${plan.name} from now on.`;
      toast({ title: 'Card saved', description, destructive: payable });
      void changed();
      void navigate(paths.subscription, { replace: true });
    },
    [navigate, changed],
  );
}

/** The form for saving a card for future payments, and the return from the bank's authentication. */
export function CardPage() {
  const [params] = useSearchParams();
  const setup = params.get('setup_intent');
  const saved = useSaved();
  const provider = useProvider();
  // The URL is not trusted: the server checks the card with the provider.
  const back = useQuery({
    queryKey: ['card-given', setup],
    queryFn: payWithGivenCard,
    enabled: setup !== null,
    gcTime: 0,
  });
  const savedCard = back.data;
  const reported = useRef(false);
  useEffect(() => {
    if (savedCard === undefined || reported.current) return;
    reported.current = true;
    saved(savedCard);
  }, [savedCard, saved]);
  const form = useQuery({
    queryKey: ['card-form'],
    queryFn: async () => {
      const [clientSecret, own] = await Promise.all([cardForm(), readSubscription()]);
      return { clientSecret, own };
    },
    enabled: provider.stripe !== undefined && (setup === null || back.error !== null),
    gcTime: 0,
  });

  const error = form.error ?? provider.error;
  if (error !== null || form.data?.clientSecret === null) {
    const retry = () => {
      if (provider.error === null) void form.refetch();
      else provider.retry();
    };
    return (
      <SetupFailed
        sentence={error === null ? noForm : setupFailure(error)}
        onRetry={retry}
        pending={form.isFetching}
      />
    );
  }
  if (form.data === undefined || form.data.own === null || provider.stripe === undefined) {
    return <Preparing />;
  }
  return (
    <Suspense fallback={<Preparing />}>
      <KeepCard
        key={form.data.clientSecret}
        stripe={provider.stripe}
        clientSecret={form.data.clientSecret}
        own={form.data.own}
        currency={provider.currency}
        problem={back.error instanceof ApiError ? sentenceOf(back.error) : null}
        onSaved={saved}
      />
    </Suspense>
  );
}
