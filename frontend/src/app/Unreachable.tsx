import { useEffect } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { siteName } from '@/lib/site-name';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';

/** Instead of a page, when not even the current user could be read. It asks again once there is network. */
export function Unreachable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  useEffect(() => {
    const again = () => onRetry();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [onRetry]);
  const offline = error instanceof ApiError && error.status === 0 && !navigator.onLine;
  return (
    <main id="content" tabIndex={-1} className="page grid flex-1 place-items-center py-16 outline-none">
      <Alert
        title={offline ? 'You have no network' : `${siteName} cannot be shown right now`}
        className="max-w-md"
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="sm" kind="secondary" onClick={onRetry}>
              Try Again
            </Button>
            {offline ? (
              <Button size="sm" kind="secondary" asChild>
                <a href="/crew">Open the Crew Page</a>
              </Button>
            ) : null}
          </span>
        }
      >
        {offline
          ? 'Nothing is shown that may be out of date. This page comes back when there is network. The crew page works without network on phones that have opened it before.'
          : sentenceOf(error)}
      </Alert>
    </main>
  );
}
