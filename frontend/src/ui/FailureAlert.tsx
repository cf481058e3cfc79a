import type { ReactNode } from 'react';
import type { Failure } from '@/lib/failure';
import { Alert } from './Alert';

/** Alert for a failure; renders nothing without one. */
export function FailureAlert({
  failure,
  className,
  remedy,
}: {
  failure: Failure | null;
  className?: string;
  /** Action that resolves the failure. */
  remedy?: ReactNode;
}) {
  if (failure === null) {
    return null;
  }
  return (
    <Alert title={failure.sentence} action={remedy} {...(className === undefined ? {} : { className })}>
      {failure.details.length === 0 ? undefined : (
        <ul className="tabular list-disc pl-4">
          {failure.details.map((detail) =>
            typeof detail === 'string' ? (
              <li key={detail}>{detail}</li>
            ) : (
              <li key={detail.href}>
                {/* Opens in a new tab, so that typed text is not lost. */}
                <a href={detail.href} target="_blank" rel="noreferrer" className="text-link hover:underline">
                  {detail.text}
                </a>
              </li>
            ),
          )}
        </ul>
      )}
    </Alert>
  );
}
