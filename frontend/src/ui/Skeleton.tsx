import { cn } from '@/lib/cn';

/**
 * A gray placeholder for loading content. Hidden from screen readers; the region around says that it is busy.
 */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('animate-breathe rounded-md bg-line', className)} />;
}
