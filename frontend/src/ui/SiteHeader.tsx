import { Link } from 'react-router';
import { cn } from '@/lib/cn';
import { paths } from '@/lib/paths';
import { registerFirst } from '@/lib/register-first';
import { Button } from './Button';
import { ThemeMenu } from './ThemeMenu';
import { Wordmark } from './Wordmark';

/** Header of the public pages. `over` overlays it on the dark section below. */
export function SiteHeader({ over = false }: { over?: boolean }) {
  return (
    <header className={cn('night text-ink', over ? 'absolute inset-x-0 top-0 z-10' : 'bg-night')}>
      {/* One row even on a phone. Accessible names stay complete, and the page repeats the button's full text. */}
      <div className="page flex min-h-15 flex-wrap items-center gap-x-1 gap-y-3 py-2.5 sm:gap-x-2">
        <Link to={paths.home} className="rounded-sm">
          <Wordmark ground="night" className="max-sm:h-6" />
        </Link>
        <div className="ml-auto flex items-center sm:gap-2">
          <ThemeMenu />
          <Button asChild kind="quiet" className="max-sm:px-2.5">
            <Link to={paths.auth}>Log In</Link>
          </Button>
        </div>
        <Button asChild kind="bulb" className="max-sm:px-3">
          <Link to={paths.auth} onClick={registerFirst}>
            <span>
              <span className="max-sm:sr-only">Start Your</span> Free Trial
            </span>
          </Link>
        </Button>
      </div>
      {over ? null : <div aria-hidden="true" className="bulb-rule opacity-80" />}
    </header>
  );
}
