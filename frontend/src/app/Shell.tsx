import type { ReactNode } from 'react';
import type { User } from '@/api/types';
import { SignedIn } from '@/api/user';
import { AppFooter } from './AppFooter';
import { TopNavigation } from './TopNavigation';

/** The night band above, the page on paper, the footer below: around every page of a signed-in person. */
export function Shell({ user, children }: { user: User; children: ReactNode }) {
  return (
    <SignedIn user={user}>
      <TopNavigation user={user} />
      <main id="content" tabIndex={-1} className="page flex-1 py-8 outline-none sm:py-10">
        {children}
      </main>
      <AppFooter />
    </SignedIn>
  );
}
