import { CircleAlert, CircleCheck } from 'lucide-react';
import { useClearTestData, useProviderCheck, useReconcile, useSetUpProvider } from '@/api/admin';
import { refusalOf } from '@/api/form-errors';
import { ConfirmButton } from '@/components/ConfirmChange';
import { LoadState } from '@/components/LoadState';
import { MutationButton } from '@/components/MutationButton';
import { useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { toast } from '@/ui/toast-store';

/**
 * Stripe setup checklist, with a button that fixes missing items. Calls Stripe only when a button is pressed.
 */
export function ProviderCheck() {
  const format = useFormat();
  const check = useProviderCheck();
  const setUp = useSetUpProvider();
  const reconcile = useReconcile();
  const clear = useClearTestData();
  const secrets = setUp.data?.secrets ?? [];
  const begin = () =>
    setUp.mutate(undefined, {
      onSuccess: ({ done, problem }) => {
        toast({
          title: problem === null ? 'Stripe is set up' : 'Setup incomplete',
          description: problem ?? (done.join(' ') || 'Everything was already set up.'),
          destructive: problem !== null,
        });
        void check.refetch();
      },
    });
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title="Stripe Setup"
        description="API keys, webhook endpoints, wallet domain and incoming events."
      />
      <CardBody className="grid gap-4">
        {check.data === undefined ? null : (
          <ul className="grid gap-2 text-sm" aria-live="polite">
            {check.data.findings.map(({ name, ok, sentence }, index) => {
              const Icon = ok ? CircleCheck : CircleAlert;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: names are not unique.
                <li key={`${name}${index}`} className="flex items-start gap-2.5">
                  <Icon
                    aria-label={ok ? 'OK' : 'Missing'}
                    className={ok ? 'mt-0.5 size-4 shrink-0 text-good' : 'mt-0.5 size-4 shrink-0 text-danger'}
                  />
                  <span className="wrap-anywhere min-w-0">{sentence}</span>
                </li>
              );
            })}
          </ul>
        )}
        <LoadState of={check} failed="Couldn’t check the setup" />
        {secrets.length === 0 ? null : (
          <div className="grid gap-1 text-sm">
            <p>Add these webhook secrets to the server’s environment. They won’t be shown again.</p>
            <code className="wrap-anywhere rounded-md border border-line bg-sunken p-2">
              {secrets.join(',')}
            </code>
          </div>
        )}
        <FailureAlert failure={refusalOf(format, setUp.error)} />
        <div className="flex flex-wrap gap-2">
          <Button
            kind="secondary"
            pending={check.isFetching}
            pendingLabel="Checking..."
            onClick={() => void check.refetch()}
          >
            Check Setup
          </Button>
          <Button kind="secondary" pending={setUp.isPending} pendingLabel="Setting up..." onClick={begin}>
            Set Up Missing Items
          </Button>
          <MutationButton
            kind="secondary"
            change={reconcile}
            input={undefined}
            failed="Comparison failed"
            onDone={() =>
              toast({
                title: 'Comparing with Stripe',
                description: 'Missing events will be recorded within a minute or two.',
              })
            }
          >
            Compare With Stripe
          </MutationButton>
          <ConfirmButton
            button={(ask) => (
              <Button kind="secondary" onClick={ask}>
                Clear Test Data
              </Button>
            )}
            change={clear}
            input={undefined}
            title="Clear test data?"
            description="Card payments, connected accounts, subscriptions and events created with test keys will be deleted. Live data and manually recorded payments are kept. This cannot be undone."
            confirmLabel="Clear Test Data"
            pendingLabel="Clearing..."
            onDone={({ payments, accounts }) =>
              toast({
                title: 'Test data cleared',
                description: `Payments and refunds: ${payments}. Connected accounts: ${accounts}.`,
              })
            }
          />
        </div>
      </CardBody>
    </Card>
  );
}
