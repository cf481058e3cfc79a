import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

/**
 * A gray placeholder for loading content. Hidden from screen readers; the region around says that it is busy. What
 * stands below it in a list of parts, and the footer, wait for it (src/app/styles.css).
 */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" data-loading="" className={cn('animate-breathe rounded-md bg-line', className)} />
  );
}

/** An unseen placeholder, for parts that are often empty. */
export function HiddenPlaceholder() {
  return <span hidden data-loading="" />;
}

export interface PlaceholderProps {
  /** What is loading, as in "Loading the payments". */
  what?: string;
  className?: string;
  /** Its gray bars by their classes, from the top. */
  bars?: readonly string[];
  /** What else is shown, below the bars. */
  children?: ReactNode;
}

/** The place of something that is loading, with words for those who do not see its gray. */
export function Placeholder({ what, className, bars = [], children }: PlaceholderProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{what === undefined ? 'Loading' : `Loading ${what}`}</span>
      {bars.map((bar, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars stay where they are.
        <Skeleton key={at} className={bar} />
      ))}
      {children}
    </div>
  );
}
