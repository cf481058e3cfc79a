import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { User } from '@/api/types';
import { SignedIn } from '@/api/user';
import { paths } from '@/lib/paths';
import { TopNavigation } from './TopNavigation';

/** The night band above, the page on paper, the footer below: around every page of a signed-in person. */
export function Shell({ user, children }: { user: User; children: ReactNode }) {
  return (
    <SignedIn user={user}>
      <TopNavigation user={user} />
      <main id="content" tabIndex={-1} className="page flex-1 py-8 outline-none sm:py-10">
        {children}
      </main>
      <footer className="border-line border-t">
        <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-5 text-faint text-sm">
          <p>© {new Date().getFullYear()} MarqueeDesk. All rights reserved.</p>
          <Link to={paths.settings} className="rounded-sm hover:text-ink hover:underline">
            Settings
          </Link>
        </div>
      </footer>
    </SignedIn>
  );
}
