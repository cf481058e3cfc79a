import { useEmailVolumes, useStopEmail } from '@/api/admin-mail';
import type { components } from '@/api/schema';
import { ConfirmButton } from '@/components/ConfirmChange';
import { LoadState } from '@/components/LoadState';
import { tellFailed } from '@/components/tell-failed';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Placeholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { BusinessRow } from './AttentionCard';

type Volume = components['schemas']['EmailVolume'];

/** Email volume to customers by business, with a button to pause a business's email. */
export function EmailVolumes() {
  const volumes = useEmailVolumes();
  const stop = useStopEmail();
  const resume = ({ operatorId, name }: Volume) =>
    stop.mutate(
      { operatorId, stopped: false },
      {
        onSuccess: () => toast({ title: 'Email resumed', description: name }),
        onError: tellFailed('Error'),
      },
    );
  return (
    <Card>
      <CardHeader
        title="Emails to Customers"
        description="Businesses that sent the most in the last 7 days. If you pause a business’s email, messages are held for two days, then marked as failed."
      />
      <CardBody className="pt-3 text-sm">
        {volumes.data === undefined ? (
          <LoadState of={volumes} failed="Couldn’t load email volumes">
            <Placeholder what="the volumes" bars={['h-24']} />
          </LoadState>
        ) : volumes.data.length === 0 ? (
          <p className="text-faint">No emails to customers in the last 7 days.</p>
        ) : (
          <ul>
            {volumes.data.map((row) => (
              <BusinessRow
                key={row.operatorId}
                name={row.name}
                about={
                  <>
                    {row.email} · {counted(row.written, 'email')}, {row.sent} sent, {row.bounced} bounced,{' '}
                    {counted(row.complaints, 'complaint')}, {row.today} today
                  </>
                }
                confirmed={row.confirmed}
                decided={row.stoppedAt === null ? null : 'Paused'}
              >
                <ConfirmButton
                  button={(ask) => (
                    <Button
                      kind="secondary"
                      size="sm"
                      disabled={stop.isPending}
                      aria-label={`${row.stoppedAt === null ? 'Pause' : 'Resume'} email from ${row.name}`}
                      onClick={() => (row.stoppedAt === null ? ask() : resume(row))}
                    >
                      {row.stoppedAt === null ? 'Pause' : 'Resume'}
                    </Button>
                  )}
                  change={stop}
                  input={{ operatorId: row.operatorId, stopped: true }}
                  title={`Pause email from ${row.name}?`}
                  description="Emails to customers and invitations are held until you resume them. They’ll see a notice that sending is paused."
                  confirmLabel="Pause Email"
                  pendingLabel="Pausing..."
                  onDone={() => toast({ title: 'Email paused', description: row.name })}
                />
              </BusinessRow>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}
