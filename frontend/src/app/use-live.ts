import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '@/api/types';

/**
 * Keeps the pages of somebody with a business up to date while they are open. Its code loads after the page.
 */
export function useLive({ id, operatorId, team }: User): void {
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
