import { MailX } from 'lucide-react';
import { Link } from 'react-router';
import type { useEmailStatus } from '@/api/email-status';
import { useUser } from '@/api/user';
import { cn } from '@/lib/cn';
import { paths } from '@/lib/paths';
import { counted, sentence } from '@/lib/words';
import type { EmailNoticeProps } from './EmailNotice';
import { EmailOnHold } from './EmailOnHold';

const onHold: readonly string[] = ['unconfirmed', 'stopped', 'used_up', 'held', 'refused'];

export interface EmailTroubleProps extends EmailNoticeProps {
  status: NonNullable<ReturnType<typeof useEmailStatus>['data']>;
}

/** Explains why emails aren't being sent and what to do. */
export function EmailTrouble({ status: data, meanwhile, className }: EmailTroubleProps) {
  const { data: user } = useUser();
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
      {onHold.includes(data.state) ? (
        <div className="grid min-w-0 gap-1">
          <EmailOnHold status={data} />
        </div>
      ) : (
        <div className="grid min-w-0 gap-1">
          <p>
            <b className="font-medium text-amber">
              {off ? 'Email isn’t set up yet.' : 'Emails aren’t going out right now.'}
            </b>{' '}
            {off
              ? 'No mail server is set up. Emails are saved with their booking or quote, where you can read them.'
              : `${sentence(data.problem)} ${counted(data.waiting, 'email')} ${data.waiting === 1 ? 'is' : 'are'} waiting. We’ll retry automatically.`}
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
                ? 'Ask your administrator to set up a mail server'
                : 'If this continues, contact your administrator'}
              {data.contact.length === 0 ? '.' : `: ${data.contact.join(', ')}`}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
