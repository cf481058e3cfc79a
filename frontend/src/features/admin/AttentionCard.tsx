import type { ReactNode } from 'react';
import { LoadState } from '@/components/LoadState';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { HiddenPlaceholder } from '@/ui/Skeleton';

export interface AttentionCardProps<Row> {
  read: { data: readonly Row[] | undefined; error: Error | null; refetch: () => Promise<unknown> };
  failed: string;
  title: string;
  description: string;
  children: (row: Row) => ReactNode;
}

/** Card listing rows that need an administrator's attention. Renders nothing if there are none. */
export function AttentionCard<Row>({ read, failed, title, description, children }: AttentionCardProps<Row>) {
  if (read.data === undefined) {
    return (
      <LoadState of={read} failed={failed}>
        <HiddenPlaceholder />
      </LoadState>
    );
  }
  if (read.data.length === 0) return null;
  return (
    <Card>
      <CardHeader title={title} description={description} />
      <CardBody className="pt-3 text-sm">
        <ul>{read.data.map(children)}</ul>
      </CardBody>
    </Card>
  );
}
