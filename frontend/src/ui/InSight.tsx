import { type ReactNode, Suspense } from 'react';
import { useNear } from '@/lib/use-near';
import { useWide } from '@/lib/use-wide';
import { Skeleton } from './Skeleton';

/**
 * Content that loads on a phone when it is about to be scrolled into view. Its space is reserved. Wide screens
 * load it at once: they show most of it, and print and search the page.
 */
export function InSight({ children }: { children: ReactNode }) {
  const [place, near] = useNear<HTMLDivElement>(useWide());
  return near ? (
    <Suspense fallback={<Skeleton className="h-16" />}>{children}</Suspense>
  ) : (
    <div ref={place} className="h-16" />
  );
}
