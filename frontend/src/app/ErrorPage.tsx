import { lazy, Suspense } from 'react';
import { usePageTitle } from '@/lib/page-title';
import type { MarqueeSignProps } from '@/sign/MarqueeSign';
import { Button } from '@/ui/Button';
import { NightPage } from './NightPage';

// This page also appears when loading failed, so it does without its sign if that cannot be loaded either.
const noSign = (_: MarqueeSignProps) => null;
const Sign = lazy(async () => ({
  default: await import('@/sign/MarqueeSign').then(
    ({ MarqueeSign }) => MarqueeSign,
    () => noSign,
  ),
}));

/** Replaces a page that failed to load or to render. */
export function ErrorPage() {
  usePageTitle('Something went wrong');
  return (
    <NightPage
      sign={
        <Suspense>
          <Sign message="OOPS" height={110} surface="night" state="unlit" align="center" />
        </Suspense>
      }
      title={navigator.onLine ? 'Something went wrong' : 'You have no network'}
      text={
        navigator.onLine
          ? 'A bulb has blown on this page. Everything you saved is safe. Reload the page, and write to us if it happens again.'
          : 'This page has not been opened on this device before, so it needs a connection. Everything you saved is safe.'
      }
    >
      <Button kind="bulb" onClick={() => window.location.reload()}>
        Load the Page Again
      </Button>
      <Button asChild kind="secondary">
        <a href="/">Go to the Start</a>
      </Button>
    </NightPage>
  );
}
