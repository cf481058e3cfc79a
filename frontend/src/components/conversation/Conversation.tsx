import { useEffect } from 'react';
import { type Conversation as Loaded, useConversation, useReadConversation } from '@/api/conversations';
import { useCan } from '@/api/rights';
import { LoadState } from '@/components/LoadState';
import { Button } from '@/ui/Button';
import { Placeholder } from '@/ui/Skeleton';
import { Composer } from './Composer';
import { Entries } from './Entries';

/** A customer's conversation with a composer. Shown entries are marked as read. */
export function Conversation({ customerId }: { customerId: number }) {
  const pages = useConversation(customerId);
  const writes = useCan('writeMessages');
  const latest = pages.data?.pages[0];
  useMarkedRead(latest);
  if (pages.data === undefined || latest === undefined) {
    return (
      <div className="p-5">
        <LoadState of={pages} failed="The conversation could not be loaded">
          <Placeholder what="the conversation" className="grid gap-3" bars={['h-12', 'h-12', 'h-24']} />
        </LoadState>
      </div>
    );
  }
  const entries = pages.data.pages.toReversed().flatMap((page) => page.entries);
  return (
    <>
      <Entries
        entries={entries}
        earlier={
          pages.hasNextPage ? (
            <Button
              kind="secondary"
              size="sm"
              className="justify-self-center"
              pending={pages.isFetchingNextPage}
              pendingLabel="Loading..."
              onClick={() => void pages.fetchNextPage()}
            >
              Show Earlier
            </Button>
          ) : null
        }
      />
      {pages.isFetchNextPageError || pages.isRefetchError ? (
        <div className="px-5 pb-3">
          <LoadState
            of={{
              error: pages.error,
              refetch: () => (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
            }}
            failed="The conversation could not be updated"
          />
        </div>
      ) : null}
      {writes ? <Composer conversation={latest} /> : null}
    </>
  );
}

/** Marks a loaded conversation as read, once its page is visible. */
function useMarkedRead(conversation: Loaded | undefined) {
  const read = useReadConversation(conversation?.customerId ?? 0);
  const { mutate } = read;
  const unread = conversation?.unread ?? 0;
  useEffect(() => {
    if (unread === 0) return;
    const mark = () => {
      if (!document.hidden) mutate();
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [unread, mutate]);
}
