import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { User } from '@/api/types';
import { SignedIn } from '@/api/user';
import { useQuiet } from '@/lib/use-quiet';
import { AppFooter } from './AppFooter';
import { isClosed } from './navigation';
import { TopNavigation } from './TopNavigation';

const Announcements = lazy(async () => ({ default: (await import('./Announcements')).Announcements }));

/** Live updates for a user with a business, once the page has its data. Their code loads then, too. */
function useLive(user: User): void {
  const { id, operatorId } = user;
  // A business that is closed or suspended sends no updates.
  const isThere = operatorId !== null && !isClosed(user);
  const client = useQueryClient();
  const quiet = useQuiet();
  useEffect(() => {
    if (!isThere || !quiet || typeof EventSource === 'undefined') return;
    let gone = false;
    let stop = () => {};
    import('@/live/keep-live').then(
      ({ keepLive }) => {
        if (!gone) stop = keepLive(client, String(id));
      },
      // The page works without live updates.
      () => undefined,
    );
    return () => {
      gone = true;
      stop();
    };
  }, [client, id, isThere, quiet]);
}

/** Delay after opening before the offline copy is stored, so that it does not compete with the page load. */
const AFTER_MS = 3_000;

/** Stores the application for offline use while a user is signed in. Its code loads after the page. */
function useKeptPage(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const timer = setTimeout(() => {
      import('@/live/kept-page').then(
        ({ keepPage }) => keepPage(),
        // The page works online without it.
        () => undefined,
      );
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Sends repairs and photos that wait on this device. The code loads after the page. */
function useSentRecords({ id }: User): void {
  useEffect(() => {
    if (!('indexedDB' in globalThis)) return;
    const send = () =>
      void import('@/outbox/outbox').then(
        ({ sendAll }) => sendAll(id).catch(() => undefined),
        // They are sent from the next page.
        () => undefined,
      );
    const timer = setTimeout(send, AFTER_MS);
    window.addEventListener('online', send);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', send);
    };
  }, [id]);
}

/** Header and footer around every page of a signed-in user. */
export function SignedInFrame({ user, children }: { user: User; children: ReactNode }) {
  const [notified, setNotified] = useState(false);
  useLive(user);
  useKeptPage();
  useSentRecords(user);
  return (
    <SignedIn user={user}>
      <TopNavigation user={user} notifications={{ open: notified, onOpenChange: setNotified }} />
      {user.announcements?.length ? (
        <Suspense fallback={null}>
          <Announcements rows={user.announcements} />
        </Suspense>
      ) : null}
      {children}
      <AppFooter user={user} onNotifications={() => setNotified(true)} />
    </SignedIn>
  );
}

/** Page of a signed-in user, between header and footer. */
export function Shell({ user, children }: { user: User; children: ReactNode }) {
  return (
    <SignedInFrame user={user}>
      <main id="content" tabIndex={-1} className="page flex-1 py-8 outline-none sm:py-10">
        {children}
      </main>
    </SignedInFrame>
  );
}
