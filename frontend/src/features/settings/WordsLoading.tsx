import type { ReactNode } from 'react';
import { Placeholder } from '@/ui/Skeleton';

/** The place of some lines of text while they are read; `children` are what comes after them. */
export function WordsLoading({ children }: { children?: ReactNode }) {
  return (
    <Placeholder className="grid gap-3" bars={['h-5', 'h-5 w-3/4']}>
      {children}
    </Placeholder>
  );
}
