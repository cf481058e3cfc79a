import { sentenceOf } from '@/api/errors';
import { Button } from '@/ui/Button';

/** Error with a retry button, shown instead of a price that couldn't be computed. */
export function EstimateFailed({ estimate }: { estimate: { error: unknown; retry: () => void } }) {
  return (
    <p className="text-soft text-sm">
      {sentenceOf(estimate.error)}{' '}
      <Button kind="secondary" size="sm" onClick={estimate.retry}>
        Try Again
      </Button>
    </p>
  );
}
