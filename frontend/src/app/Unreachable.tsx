import { sentenceOf } from '@/api/errors';
import { siteName } from '@/lib/site-name';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';

/** Instead of a page, when not even the current user could be read. */
export function Unreachable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <main id="content" tabIndex={-1} className="page grid flex-1 place-items-center py-16 outline-none">
      <Alert
        title={`${siteName} cannot be shown right now`}
        className="max-w-md"
        action={
          <Button size="sm" kind="secondary" onClick={onRetry}>
            Try Again
          </Button>
        }
      >
        {sentenceOf(error)}
      </Alert>
    </main>
  );
}
