import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '@/api/types';

/**
 * Keeps the pages of somebody with a business up to date while they are open. The code for it is loaded after
 * the page.
 */
export function useLive({ id, operatorId, team }: User): void {
  // A business that is closed tells nothing.
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
      // Without it the page is as it was before there were live updates.
      () => undefined,
    );
    return () => {
      gone = true;
      stop();
    };
  }, [client, id, isThere]);
}
