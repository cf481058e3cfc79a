import type { ReactNode } from 'react';
import { sentenceOf } from '@/api/errors';
import { Card } from '@/ui/Card';
import { EmptyState, type EmptyStateProps } from '@/ui/EmptyState';
import { LoadError } from '@/ui/LoadError';
import { Skeleton } from '@/ui/Skeleton';

interface ListStatesProps<Data> {
  of: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** What the records are called: "users". */
  names: string;
  /** Said in place of a list without a record. */
  empty: EmptyStateProps;
  isEmpty: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}

/** A list of the installation's records: why it is not there, its place while it is read, or what it shows. */
export function ListStates<Data>({
  of: { data, error, refetch },
  names,
  empty,
  isEmpty,
  children,
}: ListStatesProps<Data>) {
  if (error !== null) {
    return (
      <LoadError
        title={`Error loading ${names}. Please try again.`}
        sentence={sentenceOf(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) {
    return (
      <div role="status">
        <span className="sr-only">Loading {names}</span>
        <Skeleton className="h-64 rounded-xl" />
      </div>
    );
  }
  return isEmpty(data) ? (
    <Card>
      <EmptyState {...empty} />
    </Card>
  ) : (
    children(data)
  );
}
