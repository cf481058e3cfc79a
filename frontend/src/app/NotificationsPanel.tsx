import { Popover } from 'radix-ui';
import { useId } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '@/api/errors';
import type { Booking } from '@/api/types';
import type { useWaiting, Waiting } from '@/api/waiting';
import { ago } from '@/lib/ago';
import { formatDay } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { LoadError } from '@/ui/LoadError';
import type { Trigger } from '@/ui/OnDemand';
import { Skeleton } from '@/ui/Skeleton';

const SHOWN = 8;

export interface NotificationsPanelProps {
  trigger: Trigger;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  waiting: ReturnType<typeof useWaiting>;
}

/** What waits for the operator now, below the button that tells how much it is. */
export function NotificationsPanel({ trigger, open, onOpenChange, waiting }: NotificationsPanelProps) {
  const title = useId();
  const close = () => onOpenChange(false);
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          aria-labelledby={title}
          className="z-50 flex max-h-[min(34rem,var(--radix-popover-content-available-height))] w-[min(24rem,calc(100vw-1.5rem))] animate-rise flex-col overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-pop outline-none"
        >
          <h2 id={title} className="border-line border-b px-4 py-3 font-semibold">
            Notifications
          </h2>
          <div className="min-h-0 overflow-y-auto">
            <Requests waiting={waiting} onLeave={close} />
          </div>
          {waiting.data === undefined || waiting.data.requests.length === 0 ? null : (
            <Link
              to={`${paths.bookings}?status=pending`}
              onClick={close}
              className="block shrink-0 border-line border-t px-4 py-3 font-medium text-link text-sm -outline-offset-2 hover:bg-sunken"
            >
              {allOf(waiting.data)}
            </Link>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface RequestsProps {
  waiting: ReturnType<typeof useWaiting>;
  onLeave: () => void;
}

/** The requests without an answer, newest first. */
function Requests({ waiting: { data, error, refetch }, onLeave }: RequestsProps) {
  if (data === undefined) {
    return error === null ? (
      <div role="status" className="grid gap-3 p-4">
        <span className="sr-only">Loading notifications</span>
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    ) : (
      <div className="p-4">
        <LoadError
          title="Your notifications could not be loaded"
          sentence={sentenceOf(error)}
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  const { requests } = data;
  if (requests.length === 0) {
    return (
      <div className="px-6 py-9 text-center">
        <p className="font-medium">Nothing waits for you</p>
        <p className="mt-1 text-pretty text-soft text-sm">New requests appear here until you answer them.</p>
      </div>
    );
  }
  const now = new Date();
  return (
    <>
      <h3 className="px-4 pt-3 pb-1 text-faint text-xs">Waiting for your answer</h3>
      <ul className="px-1.5 pb-1.5">
        {requests.slice(0, SHOWN).map((booking) => (
          <li key={booking.id}>
            <Request booking={booking} now={now} onLeave={onLeave} />
          </li>
        ))}
      </ul>
    </>
  );
}

function allOf({ requests, more }: Waiting): string {
  return requests.length === 1
    ? 'See pending bookings'
    : `See all ${requests.length}${more ? '+' : ''} pending`;
}

function Request({ booking, now, onLeave }: { booking: Booking; now: Date; onLeave: () => void }) {
  const lapsed = booking.holdExpiresAt !== null && Date.parse(booking.holdExpiresAt) <= now.getTime();
  return (
    <Link
      to={`${paths.bookings}?id=${booking.id}`}
      onClick={onLeave}
      className="grid gap-0.5 rounded-md px-2.5 py-2.5 text-sm -outline-offset-2 transition-colors hover:bg-sunken"
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-medium">{booking.customerName}</span>
        <span className="shrink-0 text-faint text-xs">{ago(booking.createdAt, now)}</span>
      </span>
      <span className="truncate text-soft">
        “{booking.message}” ({booking.size}) · {formatDay(booking.deliveryDate)}
      </span>
      {lapsed || booking.possibleDuplicate ? (
        <span className="mt-1 flex flex-wrap gap-1.5">
          {lapsed ? <Badge tone="neutral">Hold has ended</Badge> : null}
          {booking.possibleDuplicate ? <Badge tone="yellow">Possible duplicate</Badge> : null}
        </span>
      ) : null}
    </Link>
  );
}
