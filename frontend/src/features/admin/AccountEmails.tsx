import { useState } from 'react';
import {
  type AccountEmail,
  useAccountEmail,
  useAccountEmails,
  useSendAccountEmailAgain,
} from '@/api/admin-mail';
import { emailState } from '@/components/booking/Mails';
import { LoadState } from '@/components/LoadState';
import { tellFailed } from '@/components/tell-failed';
import { formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Dialog, DialogBody } from '@/ui/Dialog';
import { MailFrame } from '@/ui/MailFrame';
import { ShowMore } from '@/ui/ShowMore';
import { Placeholder, Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';

/** Emails about accounts, such as password links and invitations, with the outcome of each. */
export function AccountEmails() {
  const format = useFormat();
  const emails = useAccountEmails();
  const again = useSendAccountEmailAgain();
  const [reading, setReading] = useState<AccountEmail | null>(null);
  const rows = emails.data?.pages.flatMap(({ items }) => items) ?? [];
  const send = (email: AccountEmail) =>
    again.mutate(email.id, {
      onSuccess: ({ to }) => toast({ title: 'Sending email', description: `To ${to}` }),
      onError: tellFailed('Sending failed'),
    });
  return (
    <Card>
      <CardHeader
        title="Account Emails"
        description="Password links, invitations and notices. If an email was not sent, you can open it and share its link yourself. The audit log records each email you open."
      />
      <CardBody className="pt-3 text-sm">
        {emails.data === undefined ? (
          <LoadState of={emails} failed="Couldn’t load account emails">
            <Placeholder what="account emails" bars={['h-24']} />
          </LoadState>
        ) : rows.length === 0 ? (
          <p className="text-faint">No account emails yet.</p>
        ) : (
          <ul>
            {rows.map((email) => (
              <li
                key={email.id}
                className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t py-3 first:border-t-0"
              >
                <div className="min-w-52 flex-1">
                  <p className="flex flex-wrap items-center gap-2">
                    <span className="font-medium">{email.name}</span>
                    <Badge tone={emailState(email).tone}>{emailState(email).word}</Badge>
                  </p>
                  <p className="wrap-anywhere text-faint">
                    To {email.to}, {formatMoment(format, email.sentAt ?? email.createdAt)}
                  </p>
                  {email.problem === null ? null : (
                    <p className="wrap-anywhere text-danger">{email.problem}</p>
                  )}
                </div>
                <div className="flex gap-2">
                  {email.readable ? (
                    <Button
                      kind="secondary"
                      size="sm"
                      aria-label={`Read the email to ${email.to}`}
                      onClick={() => setReading(email)}
                    >
                      Read
                    </Button>
                  ) : null}
                  {email.state === 'failed' || email.state === 'uncertain' ? (
                    <Button
                      kind="secondary"
                      size="sm"
                      disabled={again.isPending}
                      aria-label={`Send the email to ${email.to} again`}
                      onClick={() => send(email)}
                    >
                      Send Again
                    </Button>
                  ) : null}
                </div>
              </li>
            ))}
          </ul>
        )}
        <ShowMore list={emails} />
      </CardBody>
      {reading === null ? null : <ReadDialog email={reading} onClose={() => setReading(null)} />}
    </Card>
  );
}

function ReadDialog({ email, onClose }: { email: AccountEmail; onClose: () => void }) {
  const read = useAccountEmail(email.id);
  return (
    <Dialog
      onClose={onClose}
      title={email.subject}
      description={`To ${email.to}. ${emailState(email).word}.`}
      className="sm:max-w-2xl"
    >
      <DialogBody>
        {read.data !== undefined ? (
          <MailFrame html={read.data.html} title={email.subject} />
        ) : (
          <LoadState of={read} failed="Couldn’t load the email">
            <Skeleton className="h-96" />
          </LoadState>
        )}
      </DialogBody>
    </Dialog>
  );
}
