import { Alert } from './Alert';
import { Button } from './Button';

export interface LoadErrorProps {
  title: string;
  sentence?: string;
  onRetry: () => void;
}

/** In place of data that could not be read, with the way to try again. */
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
