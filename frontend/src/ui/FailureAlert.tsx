import type { Failure } from '@/lib/failure';
import { Alert } from './Alert';

/** A failure where it happened; nothing while there is none. */
export function FailureAlert({ failure, className }: { failure: Failure | null; className?: string }) {
  if (failure === null) {
    return null;
  }
  return (
    <Alert title={failure.sentence} {...(className === undefined ? {} : { className })}>
      {failure.details.length === 0 ? undefined : (
        <ul className="tabular list-disc pl-4">
          {failure.details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
