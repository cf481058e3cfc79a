import { type ReactNode, useState } from 'react';
import type { User } from '@/api/types';
import { SignedIn } from '@/api/user';
import { AppFooter } from './AppFooter';
import { TopNavigation } from './TopNavigation';
import { useKeptPage } from './use-kept-page';
import { useLive } from './use-live';

/** The night band above and the footer below, which a signed-in person has around every page. */
export function SignedInFrame({ user, children }: { user: User; children: ReactNode }) {
  const [notified, setNotified] = useState(false);
  useLive(user);
  useKeptPage();
  return (
    <SignedIn user={user}>
      <TopNavigation user={user} notifications={{ open: notified, onOpenChange: setNotified }} />
      {children}
      <AppFooter user={user} onNotifications={() => setNotified(true)} />
    </SignedIn>
  );
}
