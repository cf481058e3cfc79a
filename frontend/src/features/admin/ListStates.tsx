import type { ReactNode } from 'react';
import { LoadState } from '@/components/LoadState';
import { Card } from '@/ui/Card';
import { EmptyState, type EmptyStateProps } from '@/ui/EmptyState';
import { Placeholder } from '@/ui/Skeleton';

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
  if (error !== null || data === undefined) {
    return (
      <LoadState of={{ error, refetch }} failed={`Error loading ${names}. Please try again.`}>
        <Placeholder what={names} bars={['h-64 rounded-xl']} />
      </LoadState>
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
