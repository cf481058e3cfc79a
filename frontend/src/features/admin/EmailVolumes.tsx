import { useEmailVolumes, useStopEmail } from '@/api/admin-mail';
import type { components } from '@/api/schema';
import { AskFirst } from '@/components/ConfirmChange';
import { LoadState } from '@/components/LoadState';
import { tellFailed } from '@/components/tell-failed';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Placeholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { BusinessRow } from './BusinessRow';

type Volume = components['schemas']['EmailVolume'];

/** Who sends how much email to customers, and a way to stop a business that abuses it. */
export function EmailVolumes() {
  const volumes = useEmailVolumes();
  const stop = useStopEmail();
  const resume = ({ operatorId, name }: Volume) =>
    stop.mutate(
      { operatorId, stopped: false },
      {
        onSuccess: () => toast({ title: 'Email goes out again', description: name }),
        onError: tellFailed('Error'),
      },
    );
  return (
    <Card>
      <CardHeader
        title="Emails to Customers"
        description="Who wrote the most in the last 7 days. If you stop a business's email, it waits for two days and then counts as failed."
      />
      <CardBody className="pt-3 text-sm">
        {volumes.data === undefined ? (
          <LoadState of={volumes} failed="The volumes could not be loaded">
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
                decided={row.stoppedAt === null ? null : 'Stopped'}
              >
                <AskFirst
                  button={(ask) => (
                    <Button
                      kind="secondary"
                      size="sm"
                      disabled={stop.isPending}
                      aria-label={`${row.stoppedAt === null ? 'Stop' : 'Resume'} the email of ${row.name}`}
                      onClick={() => (row.stoppedAt === null ? ask() : resume(row))}
                    >
                      {row.stoppedAt === null ? 'Stop' : 'Resume'}
                    </Button>
                  )}
                  change={stop}
                  input={{ operatorId: row.operatorId, stopped: true }}
                  title={`Stop the email of ${row.name}?`}
                  description="Emails to its customers and invitations wait until you resume them. It sees a notice that an administrator has stopped them."
                  confirmLabel="Stop Email"
                  pendingLabel="Stopping..."
                  onDone={() => toast({ title: 'Email stopped', description: row.name })}
                />
              </BusinessRow>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}
