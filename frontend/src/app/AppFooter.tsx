import { Link } from 'react-router';
import { paths } from '@/lib/paths';

const link = 'rounded-sm hover:text-ink hover:underline';

/** Below every page of a signed-in person. */
export function AppFooter() {
  return (
    <footer className="border-line border-t">
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-5 text-faint text-sm">
        <p>© {new Date().getFullYear()} MarqueeDesk. All rights reserved.</p>
        <nav aria-label="More" className="flex flex-wrap gap-x-5 gap-y-2">
          <Link to={paths.help} className={link}>
            Help Center
          </Link>
          <Link to={paths.settings} className={link}>
            Settings
          </Link>
        </nav>
      </div>
    </footer>
  );
}
