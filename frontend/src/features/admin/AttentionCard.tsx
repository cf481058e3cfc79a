import type { ReactNode } from 'react';
import { LoadState } from '@/components/LoadState';
import { Badge } from '@/ui/Badge';
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

interface BusinessRowProps {
  name: string;
  /** Details shown below the name. */
  about: ReactNode;
  /** Whether the owner has confirmed their email address. */
  confirmed: boolean;
  /** Badge text about an administrator's earlier decision; null if there is none. */
  decided: string | null;
  /** Action buttons. */
  children: ReactNode;
}

/** Row of a business awaiting an administrator's decision. */
export function BusinessRow({ name, about, confirmed, decided, children }: BusinessRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="break-words font-medium">{name}</p>
        <p className="break-words text-faint">{about}</p>
      </div>
      {confirmed ? null : <Badge tone="yellow">Unconfirmed</Badge>}
      {decided === null ? null : <Badge tone="red">{decided}</Badge>}
      {children}
    </li>
  );
}
