import { lazy, Suspense } from 'react';
import type { MarqueeSignProps } from './MarqueeSign';

const MarqueeSign = lazy(async () => ({ default: (await import('./MarqueeSign')).MarqueeSign }));

/** A lazily loaded sign. Space for its first line is reserved. */
export function SignLater({ height = 72, ...props }: MarqueeSignProps) {
  return (
    <Suspense fallback={<span className="marquee-sign" style={{ display: 'block', height }} />}>
      <MarqueeSign {...props} height={height} />
    </Suspense>
  );
}
