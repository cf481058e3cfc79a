import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

/**
 * Gray loading placeholder, hidden from screen readers; the surrounding region is marked busy. The content
 * below it and the footer stay hidden until it is gone (src/app/styles.css).
 */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" data-loading="" className={cn('animate-breathe rounded-md bg-line', className)} />
  );
}

/** Invisible placeholder for parts that are often empty. */
export function HiddenPlaceholder() {
  return <span hidden data-loading="" />;
}

export interface PlaceholderProps {
  /** Name of the loading content, as in "Loading payments". */
  what?: string;
  className?: string;
  /** Classes of the gray bars, from the top. */
  bars?: readonly string[];
  /** Content below the bars. */
  children?: ReactNode;
}

/** Loading placeholder with a text for screen readers. */
export function Placeholder({ what, className, bars = [], children }: PlaceholderProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{what === undefined ? 'Loading' : `Loading ${what}`}</span>
      {bars.map((bar, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change order.
        <Skeleton key={at} className={bar} />
      ))}
      {children}
    </div>
  );
}
