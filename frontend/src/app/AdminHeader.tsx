import { ArrowLeft, LogOut } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { cn } from '@/lib/cn';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { ThemeMenu } from '@/ui/ThemeMenu';
import { Wordmark } from '@/ui/Wordmark';
import { useSignOut } from './use-sign-out';

const places = [
  { to: paths.admin, label: 'Dashboard' },
  { to: paths.adminUsers, label: 'Users' },
  { to: paths.adminBusinesses, label: 'Businesses' },
  { to: paths.adminSubscriptions, label: 'Subscriptions' },
  { to: paths.adminAudit, label: 'Audit' },
  { to: paths.adminSettings, label: 'Settings' },
];

/** Header of the admin pages: navigation, a link back to the site, and log-out. */
export function AdminHeader() {
  const { pathname } = useLocation();
  const { signOut, pending } = useSignOut();
  return (
    <header className="night sticky top-0 z-30 bg-night text-ink">
      <div className="page flex h-15 items-center gap-2 sm:gap-4">
        <Link to={paths.admin} className="flex shrink-0 items-center gap-2 rounded-sm">
          <Wordmark ground="night" />
          <Badge tone="yellow">Admin</Badge>
        </Link>
        <Places pathname={pathname} className="hidden h-full flex-1 md:flex" />
        <div className="ml-auto flex items-center sm:gap-1.5">
          <Button asChild kind="quiet" size="sm" className="text-soft max-sm:hidden">
            <Link to={paths.home}>
              <ArrowLeft aria-hidden="true" />
              Return to main site
            </Link>
          </Button>
          <Link
            to={paths.home}
            aria-label="Return to main site"
            title="Return to main site"
            className="grid size-9 shrink-0 place-items-center rounded-md text-soft sm:hidden"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
          </Link>
          <ThemeMenu />
          <Button
            kind="quiet"
            size="icon"
            aria-label="Log out"
            title="Log out"
            disabled={pending}
            onClick={signOut}
            className="text-soft"
          >
            <LogOut aria-hidden="true" />
          </Button>
        </div>
      </div>
      <Places
        pathname={pathname}
        className="page -mt-1 flex h-11 overflow-x-auto [scrollbar-width:none] max-sm:gap-4 md:hidden"
      />
      <div aria-hidden="true" className="bulb-rule opacity-80" />
    </header>
  );
}

/** Links to the admin pages. On phones the row scrolls, starting with the current page in the middle. */
function Places({ pathname, className }: { pathname: string; className: string }) {
  const row = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const current = row.current?.querySelector<HTMLElement>(`[href="${pathname}"]`);
    if (!row.current || !current) return;
    row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav ref={row} aria-label="Administration" className={cn('items-stretch gap-0.5', className)}>
      {places.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === pathname ? 'page' : undefined}
          className={cn(
            '-outline-offset-4 relative inline-flex items-center whitespace-nowrap rounded-sm font-medium text-sm transition-colors max-sm:text-[0.8125rem] sm:px-3',
            to === pathname
              ? 'text-bulb after:absolute after:inset-x-0 after:bottom-1 sm:after:inset-x-3 after:h-0.5 after:rounded-full after:bg-bulb'
              : 'text-soft hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
