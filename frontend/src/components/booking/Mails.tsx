import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { type Mail, type MailsOf, useMail, useMails, useSendAgain } from '@/api/messages';
import { LoadState } from '@/components/LoadState';
import { tellFailed } from '@/components/tell-failed';
import { formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
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

/** The badge of an email's state. */
export function emailState({ state, bounced }: Pick<Mail, 'state' | 'bounced'>) {
  return bounced ? ({ tone: 'red', word: 'Bounced' } as const) : states[state];
}

/** The emails about a booking or quote, with dates and states. Empty for users who may not see money. */
export function Mails({ of }: { of: MailsOf }) {
  const format = useFormat();
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
              To {mail.to}, {formatMoment(format, mail.sentAt ?? mail.createdAt)}
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
  const format = useFormat();
  const read = useMail(mail.id);
  const again = useSendAgain();
  const shown = read.data ?? mail;
  const send = () =>
    again.mutate(mail.id, {
      onSuccess: (sent) => {
        const wait = waitsUntil(format, sent.email);
        toast({ title: wait ?? 'Sending email', description: `To ${sent.to}` });
        onClose();
      },
      onError: tellFailed("The email couldn't be sent"),
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
                <span className="sr-only">Attachments:</span>
                {read.data.files.map((name) => (
                  <span key={name}>{name}</span>
                ))}
              </p>
            )}
          </>
        ) : (
          <LoadState of={read} failed="We couldn't load the email">
            <Skeleton className="h-96" />
          </LoadState>
        )}
        {shown.state === 'uncertain' ? (
          <p className="text-soft text-sm">
            {shown.problem} We didn't retry it, so that your customer doesn't get it twice. Ask them if it
            arrived, or send it again.
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
