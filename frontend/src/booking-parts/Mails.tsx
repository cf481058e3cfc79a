import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { type Mail, type MailsOf, useMail, useMails, useSendAgain } from '@/api/messages';
import { formatMoment } from '@/lib/dates';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Dialog, DialogBody } from '@/ui/Dialog';
import { LoadError } from '@/ui/LoadError';
import { MailFrame } from '@/ui/MailFrame';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';

const states: Readonly<Record<Mail['state'], { tone: BadgeTone; word: string }>> = {
  waiting: { tone: 'yellow', word: 'On its way' },
  sent: { tone: 'green', word: 'Sent' },
  failed: { tone: 'red', word: 'Failed' },
  unsent: { tone: 'neutral', word: 'Would have been sent' },
};

/** What was sent about a booking or a quote, when, and whether it arrived. Nothing for those who do not see money. */
export function Mails({ of }: { of: MailsOf }) {
  const { data } = useMails(of);
  const [reading, setReading] = useState<Mail | null>(null);
  if (data === undefined || data.items.length === 0) {
    return null;
  }
  return (
    <Section title="Messages">
      <ul className="grid gap-3">
        {data.items.map((mail) => (
          <li key={mail.id} className="grid gap-1">
            <div className="flex flex-wrap items-center gap-2">
              <button
                type="button"
                onClick={() => setReading(mail)}
                className="cursor-pointer rounded-sm text-left font-medium text-link hover:underline"
              >
                {mail.name}
              </button>
              <Badge tone={states[mail.state].tone}>{states[mail.state].word}</Badge>
            </div>
            <p className="break-words text-faint">
              To {mail.to}, {formatMoment(mail.sentAt ?? mail.createdAt)}
            </p>
            {mail.problem === null ? null : <p className="break-words text-danger">{mail.problem}</p>}
          </li>
        ))}
      </ul>
      {reading === null ? null : <MailDialog mail={reading} onClose={() => setReading(null)} />}
    </Section>
  );
}

function MailDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const read = useMail(mail.id);
  const again = useSendAgain();
  const state = read.data?.state ?? mail.state;
  const send = () =>
    again.mutate(mail.id, {
      onSuccess: (sent) => {
        toast({ title: 'Message on its way', description: `To ${sent.to}` });
        onClose();
      },
      onError: (error) =>
        toast({ title: 'Sending failed', description: sentenceOf(error), destructive: true }),
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={mail.subject}
      description={`To ${mail.to}. ${states[state].word}.`}
      className="sm:max-w-2xl"
    >
      <DialogBody className="grid gap-4">
        {read.data !== undefined ? (
          <>
            <MailFrame html={read.data.html} title={mail.subject} />
            {read.data.files.length === 0 ? null : (
              <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-soft text-sm">
                <Paperclip aria-hidden="true" className="size-4" />
                <span className="sr-only">Comes with:</span>
                {read.data.files.map((name) => (
                  <span key={name}>{name}</span>
                ))}
              </p>
            )}
          </>
        ) : read.error === null ? (
          <Skeleton className="h-96" />
        ) : (
          <LoadError
            title="The message could not be loaded"
            sentence={sentenceOf(read.error)}
            onRetry={() => void read.refetch()}
          />
        )}
        {state === 'waiting' ? null : (
          <Button kind="secondary" disabled={again.isPending} aria-busy={again.isPending} onClick={send}>
            {state === 'failed' ? 'Try Again' : 'Send Again'}
          </Button>
        )}
      </DialogBody>
    </Dialog>
  );
}
