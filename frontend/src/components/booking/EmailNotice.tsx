import { lazy, Suspense } from 'react';
import { useEmailStatus } from '@/api/email-status';

const EmailTrouble = lazy(async () => ({ default: (await import('./EmailTrouble')).EmailTrouble }));

export interface EmailNoticeProps {
  /** What to do meanwhile, as a sentence: where the link is that an email would have brought. */
  meanwhile?: string;
  className?: string;
}

/** A notice that emails are not sent now, why, and what to do about it. Nothing, not even loaded, while they are sent. */
export function EmailNotice(props: EmailNoticeProps) {
  return (
    <Suspense>
      <EmailNoticeWithPage {...props} />
    </Suspense>
  );
}

/** The same as part of a page that appears as a whole: the page's own boundary waits for its code. */
export function EmailNoticeWithPage(props: EmailNoticeProps) {
  const { data } = useEmailStatus();
  if (data === undefined || data.state === 'works') return null;
  return <EmailTrouble {...props} status={data} />;
}
