import { cn } from '@/lib/cn';
import { siteName } from '@/lib/site-name';

/** The two-tone name of the product beside its lit mark. `night` on a dark band, `paper` on a light one. */
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
