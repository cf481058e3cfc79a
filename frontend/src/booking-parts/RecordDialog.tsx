import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { ApiError } from '@/api/errors';
import { Alert } from '@/ui/Alert';
import { CloseFooter, Dialog, DialogBody } from '@/ui/Dialog';
import { Placeholder, Skeleton } from '@/ui/Skeleton';
import { LoadState } from './LoadState';

export interface RecordDialogProps<Row> {
  /** What it is, in the middle of a sentence: "quote". */
  what: string;
  title: string;
  description: string | undefined;
  record: { data: Row | undefined; error: unknown; refetch: () => unknown };
  /** Why it may not be there. */
  missing: string;
  onClose: () => void;
  children: (row: Row) => ReactNode;
}

/** All there is to know about one record, in a dialog: while it is read, when it is there, and when it is not. */
export function RecordDialog<Row>(props: RecordDialogProps<Row>) {
  const { what, title, description, record, missing, onClose, children } = props;
  const { data, error } = record;
  return (
    <Dialog onClose={onClose} title={title} description={description} className="sm:max-w-3xl">
      {data !== undefined ? (
        children(data)
      ) : (
        <>
          <DialogBody>
            {error === null ? (
              <Loading what={what} />
            ) : error instanceof ApiError && error.status === 404 ? (
              <Alert title={error.sentence}>{missing}</Alert>
            ) : (
              <LoadState of={record} failed={`This ${what} could not be loaded`} />
            )}
          </DialogBody>
          <CloseFooter onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

/** For the words of a state: the button that was pressed goes with the old one, and the focus moves to the new. */
export function useFocusOnChange(status: string): RefObject<HTMLDivElement | null> {
  const words = useRef<HTMLDivElement>(null);
  const before = useRef(status);
  useEffect(() => {
    if (before.current === status) return;
    before.current = status;
    const timer = setTimeout(() => words.current?.focus(), 50);
    return () => clearTimeout(timer);
  }, [status]);
  return words;
}

function Loading({ what }: { what: string }) {
  return (
    <Placeholder what={`the ${what}`} className="grid gap-4">
      <Skeleton className="h-36" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
      </div>
    </Placeholder>
  );
}
