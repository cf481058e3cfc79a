import { type ReactNode, Suspense } from 'react';
import { useNear } from '@/lib/use-near';
import { Skeleton } from './Skeleton';

/** Content that loads when it is about to be scrolled into view. Its space is reserved. */
export function InSight({ children }: { children: ReactNode }) {
  const [place, near] = useNear<HTMLDivElement>();
  const waiting = <Skeleton className="h-16" />;
  return near ? <Suspense fallback={waiting}>{children}</Suspense> : <div ref={place}>{waiting}</div>;
}
