import { lazy, Suspense } from 'react';
import type { MarqueeSignProps } from './MarqueeSign';

const MarqueeSign = lazy(async () => ({ default: (await import('./MarqueeSign')).MarqueeSign }));

/** A sign whose drawing comes after the page, which can be read without it. Its first line's room is kept for it. */
export function SignLater({ height = 72, ...props }: MarqueeSignProps) {
  return (
    <Suspense fallback={<span className="marquee-sign" style={{ display: 'block', height }} />}>
      <MarqueeSign {...props} height={height} />
    </Suspense>
  );
}
