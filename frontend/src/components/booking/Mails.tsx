import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { type Mail, type MailsOf, useMail, useMails, useSendAgain } from '@/api/messages';
import { LoadState } from '@/components/LoadState';
import { tellFailed } from '@/components/tell-failed';
import { formatMoment } from '@/lib/dates';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Dialog, DialogBody } from '@/ui/Dialog';
import { MailFrame } from '@/ui/MailFrame';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { EmailNotice } from './EmailNotice';
import { waitsUntil } from './waits-until';

const states: Readonly<Record<Mail['state'], { tone: BadgeTone; word: string }>> = {
  waiting: { tone: 'yellow', word: 'Sending' },
  sent: { tone: 'green', word: 'Sent' },
  failed: { tone: 'red', word: 'Not sent' },
  unsent: { tone: 'neutral', word: 'Not sent: email is not set up' },
  uncertain: { tone: 'orange', word: 'May have been sent' },
};

/** The state of an email as a badge says it. */
export function emailState({ state, bounced }: Pick<Mail, 'state' | 'bounced'>) {
  return bounced ? ({ tone: 'red', word: 'Bounced' } as const) : states[state];
}

/** The emails about a booking or a quote, with dates and outcomes. Empty for people who do not see money. */
export function Mails({ of }: { of: MailsOf }) {
  const { data } = useMails(of);
  const [reading, setReading] = useState<Mail | null>(null);
  if (data === undefined || data.items.length === 0) {
    return null;
  }
  return (
    <Section title="Emails">
      <EmailNotice className="mb-3" />
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
              <Badge tone={emailState(mail).tone}>{emailState(mail).word}</Badge>
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
  const shown = read.data ?? mail;
  const send = () =>
    again.mutate(mail.id, {
      onSuccess: (sent) => {
        const wait = waitsUntil(sent.email);
        toast({ title: wait ?? 'Sending the email', description: `To ${sent.to}` });
        onClose();
      },
      onError: tellFailed('Sending failed'),
    });
  return (
    <Dialog
      onClose={onClose}
      title={mail.subject}
      description={`To ${mail.to}. ${emailState(shown).word}.`}
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
        ) : (
          <LoadState of={read} failed="The message could not be loaded">
            <Skeleton className="h-96" />
          </LoadState>
        )}
        {shown.state === 'uncertain' ? (
          <p className="text-soft text-sm">
            {shown.problem} It is not repeated automatically, so that your customer does not get it twice. Ask
            them whether it arrived, or send it again.
          </p>
        ) : null}
        {shown.state === 'waiting' ? null : (
          <Button kind="secondary" pending={again.isPending} onClick={send}>
            {shown.state === 'failed' ? 'Try Again' : 'Send Again'}
          </Button>
        )}
      </DialogBody>
    </Dialog>
  );
}
