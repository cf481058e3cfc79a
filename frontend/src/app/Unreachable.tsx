import { useEffect } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { siteName } from '@/lib/site-name';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';

/** Replaces the page if the current user cannot be loaded. Retries when the network returns. */
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
        title={offline ? 'You’re offline' : `Can’t load ${siteName} right now`}
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
          ? 'We don’t show data that may be out of date. This page reloads when you’re back online. The crew page works offline on phones that have opened it before.'
          : sentenceOf(error)}
      </Alert>
    </main>
  );
}
