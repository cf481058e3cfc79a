import type { ReactNode } from 'react';
import { Skeleton } from '@/ui/Skeleton';

/** The place of some lines of text while they are read; `children` are what comes after them. */
export function WordsLoading({ children }: { children?: ReactNode }) {
  return (
    <div className="grid gap-3">
      <span role="status" className="sr-only">
        Loading
      </span>
      <Skeleton className="h-5" />
      <Skeleton className="h-5 w-3/4" />
      {children}
    </div>
  );
}
