import type { ReactNode } from 'react';
import { LoadState } from '@/components/LoadState';
import { Card } from '@/ui/Card';
import { EmptyState, type EmptyStateProps } from '@/ui/EmptyState';
import { Placeholder } from '@/ui/Skeleton';

interface ListStatesProps<Data> {
  of: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** Plural noun for the records, such as "users". */
  names: string;
  /** Shown if the list is empty. */
  empty: EmptyStateProps;
  isEmpty: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}

/** Wrapper of an admin list: error, loading placeholder, empty state or the rows. */
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
