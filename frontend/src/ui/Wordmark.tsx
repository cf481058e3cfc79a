import { cn } from '@/lib/cn';
import { siteName } from '@/lib/site-name';

/** Two-tone product name with its lit mark. Use `night` on dark and `paper` on light backgrounds. */
export function Wordmark({ ground, className }: { ground: 'night' | 'paper'; className?: string }) {
  return (
    <img
      src={ground === 'night' ? '/logo-night.svg' : '/logo.svg'}
      alt={siteName}
      width="146"
      height="28"
      className={cn('h-7 w-auto', className)}
    />
  );
}
