import type { ReactNode } from 'react';
import { LoadState } from '@/components/LoadState';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Placeholder } from '@/ui/Skeleton';

export interface ListCardProps<Row extends { id: number }> {
  of: {
    data: readonly Row[] | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  title: string;
  description: string;
  /** Plural noun for the rows, used mid-sentence ("failed calls"). */
  names: string;
  empty: string;
  children: (row: Row) => ReactNode;
}

/** Card with the newest rows of a log, and a reload button. */
export function ListCard<Row extends { id: number }>({
  of: { data, error, isFetching, refetch },
  title,
  description,
  names,
  empty,
  children,
}: ListCardProps<Row>) {
  return (
    <Card className="max-w-2xl overflow-hidden">
      <CardHeader
        title={title}
        description={description}
        aside={
          data === undefined ? undefined : (
            <Button
              kind="secondary"
              size="sm"
              pending={isFetching}
              pendingLabel="Loading..."
              aria-label={`Reload the ${names}`}
              onClick={() => void refetch()}
            >
              Reload
            </Button>
          )
        }
      />
      {data === undefined ? (
        <CardBody>
          <LoadState of={{ error, refetch }} failed={`Couldn’t load the ${names}`}>
            <Placeholder what={`the ${names}`} className="grid gap-3" bars={['h-6', 'h-6']} />
          </LoadState>
        </CardBody>
      ) : data.length === 0 ? (
        <CardBody>
          <p className="text-soft text-sm">{empty}</p>
        </CardBody>
      ) : (
        <ul className="mt-3 border-line border-t">
          {data.map((row) => (
            <li key={row.id} className="border-line border-b px-5 py-3 text-sm last:border-b-0">
              {children(row)}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
