import { lazy, Suspense } from 'react';
import { useEmailStatus } from '@/api/email-status';

const EmailTrouble = lazy(async () => ({ default: (await import('./EmailTrouble')).EmailTrouble }));

export interface EmailNoticeProps {
  /** What to do meanwhile, as a sentence: where the link is that an email would have brought. */
  meanwhile?: string;
  className?: string;
}

/** Says that emails are not sent now, why, and what to do about it. Nothing, not even loaded, while they are sent. */
export function EmailNotice(props: EmailNoticeProps) {
  const { data } = useEmailStatus();
  if (data === undefined || data.state === 'works') return null;
  return (
    <Suspense>
      <EmailTrouble {...props} status={data} />
    </Suspense>
  );
}
