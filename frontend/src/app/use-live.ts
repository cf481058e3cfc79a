import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '@/api/types';

/** Keeps the pages of somebody with a business up to date while they are open. What it needs is loaded after the page. */
export function useLive({ id, operatorId }: User): void {
  const client = useQueryClient();
  useEffect(() => {
    if (operatorId === null || typeof EventSource === 'undefined') return;
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
  }, [client, id, operatorId]);
}
