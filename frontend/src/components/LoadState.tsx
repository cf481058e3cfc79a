import type { ReactNode } from 'react';
import { sentenceOf } from '@/api/errors';
import { LoadError } from '@/ui/LoadError';

/** Something that is being read, such as a query. */
interface Read {
  error: unknown;
  refetch: () => unknown;
}

export interface LoadStateProps {
  /** What is read: one, or several that are only of use together. */
  of: Read | readonly Read[];
  /** "The payments could not be loaded" */
  failed: string;
  /** Its place while it is being read, where it has one. */
  children?: ReactNode;
}

/** In place of what is not there: its place while it is being read, or why it is not there and the way to try again. */
export function LoadState({ of, failed, children = null }: LoadStateProps) {
  const reads = 'refetch' in of ? [of] : of;
  const fault = reads.find(({ error }) => error !== null);
  const again = () => {
    for (const read of reads) void read.refetch();
  };
  return fault === undefined ? (
    children
  ) : (
    <LoadError title={failed} sentence={sentenceOf(fault.error)} onRetry={again} />
  );
}
