import { sentenceOf } from '@/api/errors';
import { Button } from '@/ui/Button';

/** In place of a price that could not be worked out. */
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
