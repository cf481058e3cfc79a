import type { ReactNode } from 'react';
import { Placeholder } from '@/ui/Skeleton';

/** A placeholder for lines of text that are loading, followed by `children`. */
export function WordsLoading({ children }: { children?: ReactNode }) {
  return (
    <Placeholder className="grid gap-3" bars={['h-5', 'h-5 w-3/4']}>
      {children}
    </Placeholder>
  );
}
