import { MenuIcon } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { can } from '@/api/rights';
import type { User } from '@/api/types';
import { cn } from '@/lib/cn';
import { paths } from '@/lib/paths';
import { Avatar, initials } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { OnDemand } from '@/ui/OnDemand';
import { ThemeMenu } from '@/ui/ThemeMenu';
import { Wordmark } from '@/ui/Wordmark';
import { GlobalSearch } from './GlobalSearch';
import { Notifications, type NotificationsProps } from './Notifications';
import { isClosed, isCurrent, navigationOf } from './navigation';

const loadList = async () => (await import('./UserMenuList')).UserMenuList;

/** Button of the user menu. */
function UserMenu({ user }: { user: User }) {
  const trigger = (
    <button
      type="button"
      aria-label={`User menu of ${user.username}`}
      className="cursor-pointer rounded-full transition-shadow hover:shadow-glow"
    >
      <Avatar initials={initials(user.username, user.companyName)} />
    </button>
  );
  return (
    <OnDemand popup="menu" load={loadList} trigger={trigger}>
      {(UserMenuList) => <UserMenuList trigger={trigger} user={user} />}
    </OnDemand>
  );
}

const loadSheet = async () => (await import('./MobileMenuSheet')).MobileMenuSheet;

/** Menu button for small screens. */
function MobileMenu({ user }: { user: User }) {
  const trigger = (
    <Button kind="quiet" size="icon" aria-label="Open menu" className="-ml-2 md:hidden">
      <MenuIcon aria-hidden="true" className="size-5" />
    </Button>
  );
  return (
    <OnDemand popup="dialog" load={loadSheet} trigger={trigger}>
      {(MobileMenuSheet) => <MobileMenuSheet trigger={trigger} user={user} />}
    </OnDemand>
  );
}

/** Top navigation bar, dark in both themes. */
export function TopNavigation({ user, notifications }: { user: User; notifications: NotificationsProps }) {
  const { pathname } = useLocation();
  return (
    <header className="night sticky top-0 z-30 bg-night text-ink">
      <div className="page flex h-15 items-center gap-2 sm:gap-4 lg:gap-4 xl:gap-6">
        <MobileMenu user={user} />
        <Link to={paths.home} className="shrink-0 rounded-sm">
          <Wordmark ground="night" />
        </Link>
        <nav aria-label="Main" className="hidden h-full flex-1 items-stretch gap-0.5 md:flex lg:gap-1">
          {navigationOf(user).map(({ to, label, from }) => {
            const current = isCurrent(to, pathname);
            return (
              <Link
                key={to}
                to={to}
                aria-current={current ? 'page' : undefined}
                className={cn(
                  'relative inline-flex items-center whitespace-nowrap rounded-sm px-1.5 font-medium text-sm transition-colors xl:px-2 -outline-offset-4',
                  from === 'lg' && 'max-lg:hidden',
                  from === 'xl' && 'max-xl:hidden',
                  from === '2xl' && 'max-2xl:hidden',
                  current
                    ? 'text-bulb after:absolute after:inset-x-1.5 after:bottom-1 after:h-0.5 after:rounded-full after:bg-bulb after:shadow-[0_0_10px_1px_rgb(255_182_72/0.7)] xl:after:inset-x-2'
                    : 'text-soft hover:text-ink',
                )}
              >
                {label}
              </Link>
            );
          })}
        </nav>
        <div className="ml-auto flex items-center lg:gap-1.5">
          {user.operatorId === null || isClosed(user) || !can(user, 'seeBookings') ? null : (
            <>
              <GlobalSearch user={user} />
              <Notifications {...notifications} />
            </>
          )}
          <ThemeMenu />
          <UserMenu user={user} />
        </div>
      </div>
      <div aria-hidden="true" className="bulb-rule opacity-80" />
    </header>
  );
}
