import { Link } from 'react-router';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Button } from '@/ui/Button';
import { NightPage } from './NightPage';

export function NotFound() {
  usePageTitle('404 Page Not Found');
  return (
    <NightPage
      sign={<MarqueeSign message="404" height={150} surface="night" missing={['0']} align="center" />}
      title="404 Page Not Found"
      text="There’s no page at this address. It may have moved, or the link may be incomplete."
    >
      <Button asChild kind="bulb">
        <Link to={paths.home}>Go to Home Page</Link>
      </Button>
    </NightPage>
  );
}
