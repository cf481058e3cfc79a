import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '@/api/errors';
import { Card, CardBody } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { Placeholder } from '@/ui/Skeleton';
import { LoadState } from './LoadState';

export interface LoadedProps<T> {
  read: UseQueryResult<T>;
  /** Subject of the error title, such as "Your prices". */
  what: string;
  children: (data: T) => ReactNode;
}

/** A settings tab once its data has loaded; until then a placeholder or an error. */
export function Loaded<T>({ read, what, children }: LoadedProps<T>) {
  if (read.data !== undefined) {
    return children(read.data);
  }
  if (read.error === null) {
    return (
      <Card aria-busy="true" className="max-w-2xl">
        <CardBody>
          <Placeholder className="grid gap-5" bars={['h-5 w-40', 'h-10', 'h-10', 'h-10 w-2/3']} />
        </CardBody>
      </Card>
    );
  }
  return read.error instanceof ApiError && read.error.status === 403 ? (
    <Card className="max-w-2xl">
      <EmptyState
        title={read.error.sentence}
        description={`${what} belong to a business and can be changed by its owner and managers.`}
      />
    </Card>
  ) : (
    <LoadState of={read} failed={`${what} could not be loaded`} />
  );
}
