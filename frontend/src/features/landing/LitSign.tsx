import { lazy, Suspense } from 'react';
import type { MarqueeSignProps } from '@/sign/MarqueeSign';

const MarqueeSign = lazy(async () => ({ default: (await import('@/sign/MarqueeSign')).MarqueeSign }));

/** A sign at night whose drawing comes after the page, which can be read without it. */
export function LitSign(props: Omit<MarqueeSignProps, 'surface' | 'align'>) {
  return (
    <Suspense fallback={null}>
      <MarqueeSign {...props} surface="night" align="center" />
    </Suspense>
  );
}
