import { lazy, Suspense } from 'react';
import { usePageTitle } from '@/lib/page-title';
import type { MarqueeSignProps } from '@/sign/MarqueeSign';
import { Button } from '@/ui/Button';
import { NightPage } from './NightPage';

// This page also appears after a failed load, so it must work without the sign.
const noSign = (_: MarqueeSignProps) => null;
const Sign = lazy(async () => ({
  default: await import('@/sign/MarqueeSign').then(
    ({ MarqueeSign }) => MarqueeSign,
    () => noSign,
  ),
}));

/** Replaces a page that failed to load or render. */
export function ErrorPage() {
  usePageTitle('Something went wrong');
  return (
    <NightPage
      sign={
        <Suspense>
          <Sign message="OOPS" height={110} surface="night" state="unlit" align="center" />
        </Suspense>
      }
      title={navigator.onLine ? 'Something went wrong' : 'You’re offline'}
      text={
        navigator.onLine
          ? 'This page has a problem. Everything you saved is safe. Reload the page, and contact us if it happens again.'
          : 'This page hasn’t been opened on this device yet, so it needs a connection. Everything you saved is safe.'
      }
    >
      <Button kind="bulb" onClick={() => window.location.reload()}>
        Reload Page
      </Button>
      <Button asChild kind="secondary">
        <a href="/">Go to Home Page</a>
      </Button>
    </NightPage>
  );
}
