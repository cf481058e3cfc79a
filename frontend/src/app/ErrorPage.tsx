import { usePageTitle } from '@/lib/page-title';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Button } from '@/ui/Button';
import { NightPage } from './NightPage';

/** What stands in place of a page that broke while it was drawn or loaded. */
export function ErrorPage() {
  usePageTitle('Something went wrong');
  return (
    <NightPage
      sign={<MarqueeSign message="OOPS" height={110} surface="night" state="unlit" align="center" />}
      title="Something went wrong"
      text="A bulb has blown on this page. What you saved is safe. Load the page again, and write to us if it happens twice."
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
