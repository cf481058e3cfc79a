import { useEffect, useRef, useState } from 'react';
import { readJobs, SignedOut, sendAll } from '@/outbox/outbox';
import type { Recorded, Waiting } from '@/outbox/records';
import { addToOutbox, keepJobs, keptJobs, outbox, removeFromOutbox } from '@/outbox/store';
import type { Jobs } from './actions';

/**
 * State of the displayed jobs: loading, just loaded, stored on the phone, or unavailable because signed out.
 */
export type Reach = 'asking' | 'fresh' | 'kept' | 'signed out';

const AGAIN_MS = 60_000;

/**
 * The jobs and the outbox of this phone. Jobs are loaded and records sent on opening, on reconnecting and on
 * focus.
 */
export function useCrew() {
  const [jobs, setJobs] = useState<Jobs | null>(null);
  const [queue, setQueue] = useState<readonly Waiting[]>([]);
  const [reach, setReach] = useState<Reach>('asking');
  const busy = useRef(false);
  const missed = useRef(false);

  async function refresh() {
    if (busy.current) {
      missed.current = true;
      return;
    }
    busy.current = true;
    // Again if a record was added or the connection returned in the meantime.
    do {
      missed.current = false;
      await attempt();
    } while (missed.current);
    busy.current = false;
  }

  async function attempt() {
    try {
      await exchange();
      setReach('fresh');
    } catch (error) {
      if (error instanceof SignedOut) {
        // Customers' addresses are hidden after signing out; records stay for the same user.
        setJobs(null);
        await keepJobs(undefined).catch(() => undefined);
      }
      setReach(error instanceof SignedOut ? 'signed out' : 'kept');
    } finally {
      setQueue(await outbox().catch(() => []));
    }
  }

  async function exchange() {
    // Check the signed-in user first, so that nothing is sent as another user.
    let read = await readJobs();
    setJobs(read);
    const before = await outbox();
    if (before.some(({ person, refused }) => person === read.person && refused === null)) {
      await sendAll(read.person);
      read = await readJobs();
    }
    setQueue(await outbox());
    setJobs(read);
    await keepJobs(read);
  }

  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    const again = () => void latest.current();
    const seen = () => {
      if (document.visibilityState === 'visible') again();
    };
    void (async () => {
      const stored = await keptJobs().catch(() => undefined);
      if (stored !== undefined) setJobs(stored);
      setQueue(await outbox().catch(() => []));
      again();
    })();
    const timer = setInterval(seen, AGAIN_MS);
    window.addEventListener('online', again);
    window.addEventListener('focus', again);
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
      window.removeEventListener('focus', again);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);

  return {
    jobs,
    queue,
    reach,
    refresh,
    /** Store a record and send it as soon as possible. Throws if the phone cannot store it. */
    record: async (bookingId: number | null, title: string, recorded: Recorded) => {
      if (jobs === null) return;
      await addToOutbox({ person: jobs.person, bookingId, title, ...recorded, refused: null });
      setQueue(await outbox());
      void refresh();
    },
    forget: async (order: number) => {
      await removeFromOutbox(order);
      setQueue(await outbox());
    },
  };
}
