import type { ReactNode } from 'react';
import { sentenceOf } from '@/api/errors';
import { LoadError } from '@/ui/LoadError';

/** Loading state, for example of a query. */
interface Read {
  error: unknown;
  refetch: () => unknown;
}

export interface LoadStateProps {
  /** One query, or several that are only useful together. */
  of: Read | readonly Read[];
  /** Error title: "The payments could not be loaded" */
  failed: string;
  /** Placeholder while loading, if any. */
  children?: ReactNode;
}

/** Shown until data has loaded: a placeholder, or the error with a retry button. */
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
