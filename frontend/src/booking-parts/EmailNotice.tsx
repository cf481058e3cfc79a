import { MailX } from 'lucide-react';
import { Link } from 'react-router';
import { useEmailStatus } from '@/api/messages';
import { useUser } from '@/api/user';
import { cn } from '@/lib/cn';
import { paths } from '@/lib/paths';
import { counted, sentence } from '@/lib/words';

export interface EmailNoticeProps {
  /** What to do meanwhile, as a sentence: where the link is that an email would have brought. */
  meanwhile?: string;
  className?: string;
}

/** Says that emails are not sent now, why, and what to do about it. Nothing while they are sent. */
export function EmailNotice({ meanwhile, className }: EmailNoticeProps) {
  const { data } = useEmailStatus();
  const { data: user } = useUser();
  if (data === undefined || data.state === 'works') return null;
  const off = data.state === 'off';
  return (
    <div
      role="note"
      className={cn(
        'flex items-start gap-3 rounded-md border border-amber-line bg-amber-wash px-3.5 py-3 text-sm',
        className,
      )}
    >
      <MailX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
      <div className="grid min-w-0 gap-1">
        <p>
          <b className="font-medium text-amber">
            {off ? 'Emails are not sent yet.' : 'Emails are not going out right now.'}
          </b>{' '}
          {off
            ? 'No mail server is set up. Each email is kept with its booking or quote, where you can read it.'
            : `${sentence(data.problem)} ${counted(data.waiting, 'email')} ${data.waiting === 1 ? 'is' : 'are'} waiting and will be tried again.`}
          {meanwhile === undefined ? null : ` ${meanwhile}`}
        </p>
        {user?.role === 'admin' ? (
          <p>
            <Link to={`${paths.adminSettings}?tab=email`} className="font-medium text-link hover:underline">
              {off ? 'Set up the mail server' : 'Check the mail server'}
            </Link>
          </p>
        ) : (
          <p className="text-soft">
            {off
              ? 'To change that, ask your administrator to set up a mail server'
              : 'If this goes on, tell your administrator'}
            {data.contact.length === 0 ? '.' : `: ${data.contact.join(', ')}`}
          </p>
        )}
      </div>
    </div>
  );
}

/** What a form promises of the email that it causes: the promise while emails are sent, else that none is. */
export function useEmailPromise(promise: string): string {
  const { data } = useEmailStatus();
  switch (data?.state) {
    case 'off':
      return 'No email is sent: no mail server is set up. Tell your customer yourself.';
    case 'trouble':
      return `${promise} Emails are not going out right now, so it may be late.`;
    default:
      return promise;
  }
}
