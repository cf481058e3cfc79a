import { Check, CircleAlert, Clock, MailX } from 'lucide-react';
import { type Mail, type MailsOf, useNextEmail } from '@/api/messages';
import { sentence } from '@/lib/words';

export interface EmailOutcomeProps {
  of: MailsOf;
  /** ID of the newest email before this one; 0 if there was none. */
  after: number;
  to: string;
  /** Advice if the email wasn't sent. */
  otherwise: string;
  /** Notice if the email is on hold. */
  wait?: string | undefined;
}

/** Live outcome of an email just requested: sending, sent, or not sent with the reason. */
export function EmailOutcome({ of, after, to, otherwise, wait }: EmailOutcomeProps) {
  const email = useNextEmail(of, after);
  const { icon: Icon, tone, words } = outcomes[email?.state ?? 'waiting'];
  return (
    <p role="status" className="flex gap-2">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <span className="min-w-0 break-words">
        {wait !== undefined && (email === undefined || email.state === 'waiting')
          ? `${wait} ${otherwise}`
          : words(to, email?.problem ?? null, otherwise)}
      </span>
    </p>
  );
}

type Words = (to: string, problem: string | null, otherwise: string) => string;

const outcomes: Readonly<Record<Mail['state'], { icon: typeof Check; tone: string; words: Words }>> = {
  waiting: {
    icon: Clock,
    tone: 'text-soft',
    words: (to, problem, otherwise) =>
      problem === null
        ? `Sending the email to ${to}...`
        : `The email to ${to} hasn’t been sent yet. ${sentence(problem)} We’ll retry automatically. ${otherwise}`,
  },
  sent: { icon: Check, tone: 'text-good', words: (to) => `The email to ${to} was sent.` },
  failed: {
    icon: CircleAlert,
    tone: 'text-danger',
    words: (to, problem, otherwise) => `The email to ${to} wasn’t sent. ${sentence(problem)} ${otherwise}`,
  },
  unsent: {
    icon: MailX,
    tone: 'text-amber',
    words: (_to, _problem, otherwise) => `No email was sent because no mail server is set up. ${otherwise}`,
  },
  uncertain: {
    icon: CircleAlert,
    tone: 'text-amber',
    words: (to, problem, otherwise) =>
      `The email to ${to} may have been sent. ${sentence(problem)} ${otherwise}`,
  },
};
