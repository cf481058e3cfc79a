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

/** A figure with its label. */
export function LabeledNumber({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <Card className="px-5 py-4">
      <p className="text-soft text-sm">{label}</p>
      <p className="tabular mt-1 font-semibold text-2xl tracking-tight">{value}</p>
      {note === undefined ? null : <p className="mt-0.5 text-faint text-xs">{note}</p>}
    </Card>
  );
}
