import { useCan } from '@/api/rights';
import { type RefusedSender, useAllowSender, useBlockedSenders } from '@/api/senders';
import { ConfirmButton } from '@/components/ConfirmChange';
import { Loaded } from '@/components/Loaded';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { toast } from '@/ui/toast-store';

const nameOf = ({ kind, label }: RefusedSender) =>
  kind === 'email' ? label : kind === 'domain' ? `Everyone at ${label}` : `Everyone on ${label}'s network`;

/** Senders whose requests the business refuses, with a button to unblock each. */
export function BlockedSenders() {
  const allowed = useCan('changeSettings');
  const read = useBlockedSenders();
  if (!allowed) return null;
  return (
    <Loaded read={read} what="Your blocked senders">
      {(senders) => (
        <Card id="blocked-senders" className="max-w-2xl">
          <CardHeader
            title="Blocked Senders"
            description="We turn away online requests from these senders. To block a sender, open one of their requests."
          />
          <CardBody>
            {senders.length === 0 ? (
              <p className="text-soft text-sm">No blocked senders.</p>
            ) : (
              <ul className="grid divide-y divide-line">
                {senders.map((sender) => (
                  <Sender key={sender.id} sender={sender} />
                ))}
              </ul>
            )}
          </CardBody>
        </Card>
      )}
    </Loaded>
  );
}

function Sender({ sender }: { sender: RefusedSender }) {
  const format = useFormat();
  const name = nameOf(sender);
  return (
    <li className="flex items-start justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="break-words font-medium text-sm">{name}</p>
        <p className="break-words text-faint text-sm">
          Blocked on {formatDay(format, sender.refusedAt)} by {sender.refusedBy}
        </p>
      </div>
      <ConfirmButton
        button={(ask) => (
          <Button kind="secondary" size="sm" aria-label={`Unblock ${name}`} onClick={ask}>
            Unblock
          </Button>
        )}
        change={useAllowSender()}
        input={sender.id}
        title={`Unblock ${name}?`}
        description="You'll get their online requests again. Requests that were canceled stay canceled."
        confirmLabel="Unblock"
        pendingLabel="Unblocking..."
        onDone={() => toast({ title: 'Sender unblocked' })}
      />
    </li>
  );
}
