import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { User } from '@/api/types';
import { SignedIn } from '@/api/user';
import { AppFooter } from './AppFooter';
import { TopNavigation } from './TopNavigation';

/**
 * Keeps the pages of somebody with a business up to date while they are open. Its code loads after the page.
 */
function useLive({ id, operatorId, team }: User): void {
  // A business that is closed sends no updates.
  const isThere = operatorId !== null && team?.closesAt == null;
  const client = useQueryClient();
  useEffect(() => {
    if (!isThere || typeof EventSource === 'undefined') return;
    let gone = false;
    let stop = () => {};
    import('@/live/keep-live').then(
      ({ keepLive }) => {
        if (!gone) stop = keepLive(client, String(id));
      },
      // Without it the page has no live updates.
      () => undefined,
    );
    return () => {
      gone = true;
      stop();
    };
  }, [client, id, isThere]);
}

/** Once the page has come to rest, this long after it was opened. */
const AFTER_MS = 3_000;

/** Keeps the application on the device of somebody who is signed in. Its code loads after the page. */
function useKeptPage(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const timer = setTimeout(() => {
      import('@/live/kept-page').then(
        ({ keepPage }) => keepPage(),
        // Without it the page needs a network to open.
        () => undefined,
      );
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

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

/** A page of a signed-in person, on paper between the night band and the footer. */
export function Shell({ user, children }: { user: User; children: ReactNode }) {
  return (
    <SignedInFrame user={user}>
      <main id="content" tabIndex={-1} className="page flex-1 py-8 outline-none sm:py-10">
        {children}
      </main>
    </SignedInFrame>
  );
}
