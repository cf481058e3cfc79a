import { lazy, Suspense } from 'react';
import { useEmailStatus } from '@/api/email-status';
import { HiddenPlaceholder } from '@/ui/Skeleton';

const EmailTrouble = lazy(async () => ({ default: (await import('./EmailTrouble')).EmailTrouble }));

export interface EmailNoticeProps {
  /** A sentence with a workaround, such as where to find the link that the email would contain. */
  meanwhile?: string;
  className?: string;
}

/** Notice that emails aren't being sent, with the reason and advice. Not even loaded while emails work. */
export function EmailNotice(props: EmailNoticeProps) {
  return (
    <Suspense fallback={<HiddenPlaceholder />}>
      <EmailNoticeWithPage {...props} />
    </Suspense>
  );
}

/** The same notice inside a page whose own Suspense boundary waits for its code. */
export function EmailNoticeWithPage(props: EmailNoticeProps) {
  const { data, isLoading } = useEmailStatus();
  if (isLoading) return <HiddenPlaceholder />;
  if (data === undefined || data.state === 'works') return null;
  return <EmailTrouble {...props} status={data} />;
}
