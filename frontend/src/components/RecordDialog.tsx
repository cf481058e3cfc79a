import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { ApiError } from '@/api/errors';
import { cn } from '@/lib/cn';
import { Alert } from '@/ui/Alert';
import { CloseFooter, Dialog, DialogBody } from '@/ui/Dialog';
import { Placeholder, Skeleton } from '@/ui/Skeleton';
import { LoadState } from './LoadState';

export interface RecordDialogProps<Row> {
  /** Kind of record within a sentence: "quote". */
  what: string;
  title: string;
  description: string | undefined;
  record: { data: Row | undefined; error: unknown; refetch: () => unknown };
  /** Possible reasons if it does not exist. */
  missing: string;
  onClose: () => void;
  children: (row: Row) => ReactNode;
}

/** Dialog with the details of one record, including its loading and missing states. */
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

interface RecordStateProps {
  /** The status; a change moves the focus here, because the pressed button disappears. */
  status: string;
  /** Text of the status. */
  children: ReactNode;
  /** Buttons beside it. */
  actions: ReactNode;
  className?: string;
}

/** Status line of a record's dialog. */
export function RecordState({ status, children, actions, className }: RecordStateProps) {
  return (
    <div className={cn('flex flex-wrap items-center gap-2 border-line border-b px-5 py-3', className)}>
      <div
        ref={useFocusOnChange(status)}
        tabIndex={-1}
        role="status"
        className="flex flex-1 flex-wrap items-center gap-2 rounded-sm text-sm outline-none"
      >
        {children}
      </div>
      {actions}
    </div>
  );
}

function useFocusOnChange(status: string): RefObject<HTMLDivElement | null> {
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
    <Placeholder what={`the ${what}`} className="grid gap-4" bars={['h-36']}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
      </div>
    </Placeholder>
  );
}
