import { Link } from 'react-router';
import { can } from '@/api/rights';
import type { User } from '@/api/types';
import { pagesBuild } from '@/lib/build';
import { paths } from '@/lib/paths';
import { siteName } from '@/lib/site-name';
import { isClosed } from './navigation';

const link = 'rounded-sm hover:text-ink hover:underline';

/**
 * Footer for signed-in users. The Notifications link opens the panel above; in a new tab it opens the pending
 * bookings.
 */
export function AppFooter({ user, onNotifications }: { user: User; onNotifications: () => void }) {
  return (
    <footer className="border-line border-t">
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-5 text-faint text-sm">
        <p>
          © {new Date().getFullYear()} {siteName}. All rights reserved.
          {pagesBuild === undefined ? null : <span className="ml-3">Version {pagesBuild}</span>}
        </p>
        <nav aria-label="More" className="flex flex-wrap gap-x-5 gap-y-2">
          <Link to={paths.help} className={link}>
            Help Center
          </Link>
          <Link to={paths.settings} className={link}>
            Settings
          </Link>
          {user.operatorId === null || isClosed(user) || !can(user, 'seeBookings') ? null : (
            <Link
              to={`${paths.bookings}?status=pending`}
              onClick={(event) => {
                if (!(event.metaKey || event.ctrlKey || event.shiftKey)) {
                  event.preventDefault();
                  onNotifications();
                }
              }}
              className={link}
            >
              Notifications
            </Link>
          )}
        </nav>
      </div>
    </footer>
  );
}
