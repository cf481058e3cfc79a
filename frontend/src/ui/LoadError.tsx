import { Alert } from './Alert';
import { Button } from './Button';

export interface LoadErrorProps {
  title: string;
  sentence?: string;
  onRetry: () => void;
}

/** Replaces data that failed to load, with a retry button. */
export function LoadError({ title, sentence, onRetry }: LoadErrorProps) {
  return (
    <Alert
      title={title}
      action={
        <Button size="sm" kind="secondary" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {sentence}
    </Alert>
  );
}
