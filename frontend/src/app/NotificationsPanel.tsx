import { Check, MessageSquareText } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId } from 'react';
import { Link } from 'react-router';
import { useConversationsOverview } from '@/api/conversations-overview';
import { type Notifications, useMarkRead, type WhichRead } from '@/api/notifications';
import type { Notification } from '@/api/types';
import { LoadState } from '@/components/LoadState';
import { tellFailed } from '@/components/tell-failed';
import { ago } from '@/lib/ago';
import { cn } from '@/lib/cn';
import { conversationPath, paths, quotePath } from '@/lib/paths';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import type { Trigger } from '@/ui/OnDemand';
import { Placeholder } from '@/ui/Skeleton';

export interface NotificationsPanelProps {
  trigger: Trigger;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  notifications: Notifications;
}

/** List of notifications below the bell button. */
export function NotificationsPanel({ trigger, open, onOpenChange, notifications }: NotificationsPanelProps) {
  const title = useId();
  const close = () => onOpenChange(false);
  const read = useMarkRead();
  const mark = (which: WhichRead) =>
    read.mutate(which, {
      onError: tellFailed('Couldn’t mark as read'),
    });
  const first = notifications.data?.pages[0];
  const newest = first?.items[0]?.id;
  const overview = useConversationsOverview().data;
  const unread = overview?.unread ?? 0;
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          aria-labelledby={title}
          className="z-50 flex max-h-[min(34rem,var(--radix-popover-content-available-height))] w-[min(25rem,calc(100vw-1.5rem))] animate-rise flex-col overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-pop outline-none"
        >
          <div className="flex min-h-12 items-center justify-between gap-3 border-line border-b py-1.5 pr-2 pl-4">
            <h2 id={title} className="font-semibold">
              Notifications
            </h2>
            {newest === undefined || first?.unread === 0 ? null : (
              <Button kind="quiet" size="sm" onClick={() => mark({ upTo: newest })}>
                Mark all as read
              </Button>
            )}
          </div>
          {unread === 0 ? null : (
            <Link
              to={paths.conversations}
              onClick={close}
              className="flex shrink-0 items-center gap-2 border-line border-b px-4 py-2.5 font-medium text-sm -outline-offset-2 hover:bg-sunken"
            >
              <MessageSquareText aria-hidden="true" className="size-4 text-soft" />
              {counted(unread, 'unread conversation')}
            </Link>
          )}
          <div className="min-h-0 overflow-y-auto">
            <Entries notifications={notifications} onLeave={close} onRead={(id) => mark({ ids: [id] })} />
          </div>
          <div className="flex shrink-0 border-line border-t font-medium text-link text-sm">
            <Link
              to={`${paths.bookings}?status=pending`}
              onClick={close}
              className="flex-1 px-4 py-3 -outline-offset-2 hover:bg-sunken"
            >
              See pending bookings
            </Link>
            {overview?.visible ? (
              <Link
                to={paths.conversations}
                onClick={close}
                className="px-4 py-3 -outline-offset-2 hover:bg-sunken"
              >
                Open Inbox
              </Link>
            ) : null}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface EntriesProps {
  notifications: Notifications;
  onLeave: () => void;
  onRead: (id: number) => void;
}

function Entries({ notifications, onLeave, onRead }: EntriesProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = notifications;
  if (data === undefined) {
    return (
      <div className="p-4">
        <LoadState of={{ error, refetch }} failed="Couldn’t load your notifications">
          <Placeholder what="notifications" className="grid gap-3" bars={['h-12', 'h-12']} />
        </LoadState>
      </div>
    );
  }
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <div className="px-6 py-9 text-center">
        <p className="font-medium">No notifications yet</p>
        <p className="mt-1 text-pretty text-soft text-sm">
          New requests, texts, quote responses and payments will appear here.
        </p>
      </div>
    );
  }
  const now = new Date();
  return (
    <>
      <ul className="grid gap-0.5 p-1.5">
        {items.map((item) => (
          <Entry key={item.id} item={item} now={now} onLeave={onLeave} onRead={onRead} />
        ))}
      </ul>
      {hasNextPage ? (
        <div className="px-4 pb-4">
          <Button
            kind="secondary"
            size="sm"
            className="w-full"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {isFetchingNextPage ? 'Loading...' : 'Show Older'}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Page that a notification links to. */
function target({ kind, about, aboutId }: Notification): string | null {
  if (kind === 'review') return paths.reviews;
  if (about === 'plan') return paths.subscription;
  if (about === null || aboutId === null) return null;
  if (about === 'customer') return conversationPath(aboutId);
  return about === 'quote' ? quotePath(aboutId) : `${paths.bookings}?id=${aboutId}`;
}

interface EntryProps {
  item: Notification;
  now: Date;
  onLeave: () => void;
  onRead: (id: number) => void;
}

function Entry({ item, now, onLeave, onRead }: EntryProps) {
  const { id, title, text, createdAt, read } = item;
  const to = target(item);
  const words = (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className={cn('min-w-0 break-words', read ? 'text-soft' : 'font-semibold')}>
          {read ? null : <span className="sr-only">Unread: </span>}
          {title}
        </span>
        <span className="shrink-0 text-faint text-xs">{ago(createdAt, now)}</span>
      </span>
      {text === null ? null : <span className="line-clamp-2 break-words text-soft">{text}</span>}
    </>
  );
  const look = 'grid min-w-0 flex-1 gap-0.5 rounded-md py-2.5 pr-1 pl-2.5 text-sm';
  return (
    <li
      className={cn(
        'flex items-start rounded-md transition-colors hover:bg-sunken',
        !read && 'bg-amber-wash/45',
      )}
    >
      {to === null ? (
        <div className={look}>{words}</div>
      ) : (
        <Link
          to={to}
          onClick={() => {
            if (!read) onRead(id);
            onLeave();
          }}
          className={cn(look, '-outline-offset-2')}
        >
          {words}
        </Link>
      )}
      {read ? (
        <span aria-hidden="true" className="w-9 shrink-0" />
      ) : (
        <Button
          kind="quiet"
          size="icon"
          aria-label={`Mark as read: ${title}`}
          title="Mark as read"
          onClick={() => onRead(id)}
          className="size-9 shrink-0 text-soft"
        >
          <Check aria-hidden="true" />
        </Button>
      )}
    </li>
  );
}
