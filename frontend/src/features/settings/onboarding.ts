import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useRereadAccountStatus } from '@/api/payments';
import { toast } from '@/ui/toast-store';

/**
 * Takes the provider's ?onboarding= out of the address after it has led back here, reads how far the account is, and
 * says so. The provider leads back with "complete" as well when somebody leaves in the middle, so it is not believed.
 */
export function useReturnFromOnboarding(): void {
  const [params, setParams] = useSearchParams();
  const reread = useRereadAccountStatus();
  const came = params.get('onboarding');
  const handled = useRef<string | null>(null);
  useEffect(() => {
    if (came === handled.current) return;
    handled.current = came;
    if (came === null) return;
    setParams({ tab: 'payments' }, { replace: true });
    void reread().then((status) => {
      const unfinished = status?.hasAccount && !status.detailsSubmitted;
      toast(
        came === 'complete' && !unfinished
          ? { title: 'Onboarding complete!' }
          : {
              title: 'Onboarding not finished',
              description: 'Complete Onboarding takes you back to where you left.',
            },
      );
    });
  }, [came, setParams, reread]);
}
