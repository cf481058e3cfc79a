/** Deliveries, pickups and rentals in the calendar: chips, cards, rows and the list of a day. */

import {
  ArrowLeftRight,
  Check,
  CheckCheck,
  Clock,
  GripVertical,
  Lock,
  PackageCheck,
  TriangleAlert,
  Truck,
  X,
} from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { BookingStatus, CalendarBooking } from '@/api/types';
import { dayInWords } from '@/booking-form/dates';
import { popover } from '@/components/DayField';
import { cn } from '@/lib/cn';
import { formatTime, formatWhen } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { dayPath } from '@/lib/paths';
import { bookingStatus } from '@/lib/status';
import { counted } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { signText } from './actions';
import { StatusBadge } from './Badges';
import type { Stop } from './calendar/calendar';
import type { Move, MovedPart } from './edit/move';
import { useMovable } from './rights';

/** Actions on a booking that every part of the calendar offers. */
export interface CalendarActions {
  hrefOf: (id: number) => string;
  onMove: (move: Move) => void;
}

export const kinds = {
  delivery: { word: 'Delivery', Icon: Truck, part: 'rental' },
  pickup: { word: 'Pickup', Icon: PackageCheck, part: 'pickup' },
} as const satisfies Record<Stop['kind'], { word: string; Icon: unknown; part: MovedPart }>;

export const tints = {
  yellow: 'bg-amber-wash text-amber',
  green: 'bg-good-wash text-good',
  blue: 'bg-info-wash text-info',
  red: 'bg-danger-wash text-danger',
} as const;

export const keyOf = ({ kind, booking }: Stop) => `${kind} ${booking.id}`;

function inWords(format: Format, { kind, at, timeGiven, booking }: Stop): string {
  return `${kinds[kind].word}, ${formatWhen(format, at, timeGiven)}: ${booking.customerName}, ${signText(format, booking)}, ${bookingStatus[booking.status].word}`;
}

export interface CalendarLinkProps extends Pick<CalendarActions, 'hrefOf'> {
  booking: CalendarBooking;
  part: MovedPart;
  label: string;
  className?: string;
  children: ReactNode;
}

/** A draggable link to a booking. `useMoving` identifies the dragged booking by its data attributes. */
export function CalendarLink({ booking, part, label, hrefOf, className, children }: CalendarLinkProps) {
  const movable = useMovable()(booking.status);
  return (
    <Link
      to={hrefOf(booking.id)}
      state={{ fromList: true }}
      preventScrollReset
      aria-label={label}
      aria-keyshortcuts={movable ? 'M' : undefined}
      title={movable ? `${label}. Drag to another day, or press M.` : label}
      draggable
      data-booking={booking.id}
      data-part={part}
      className={cn(
        'group/link',
        movable ? 'cursor-grab active:cursor-grabbing' : 'cursor-pointer',
        className,
      )}
    >
      {children}
    </Link>
  );
}

/** Icon on hover that shows if the stop can be dragged. */
function Handle({ status }: { status: BookingStatus }) {
  const Icon = useMovable()(status) ? GripVertical : Lock;
  return (
    <Icon
      aria-hidden="true"
      className="ml-auto size-3 shrink-0 opacity-0 transition-opacity group-hover/link:opacity-70 group-focus-visible/link:opacity-70"
    />
  );
}

/** A link to the booking of a delivery or pickup, in the color of its status. */
function StopLink({
  stop,
  hrefOf,
  className,
  children,
}: { stop: Stop } & Pick<CalendarLinkProps, 'hrefOf' | 'children'> & { className: string }) {
  const format = useFormat();
  const { booking, kind } = stop;
  return (
    <CalendarLink
      booking={booking}
      part={kinds[kind].part}
      label={inWords(format, stop)}
      hrefOf={hrefOf}
      className={cn(
        className,
        tints[bookingStatus[booking.status].tone],
        kind === 'pickup' && 'bg-transparent',
      )}
    >
      {children}
    </CalendarLink>
  );
}

/** A stop in a cell of the month: one line with status, message and customer. */
export function Chip({ stop, hrefOf }: { stop: Stop } & Pick<CalendarActions, 'hrefOf'>) {
  const { booking, kind } = stop;
  const { Icon } = kinds[kind];
  const Status = statusIcons[booking.status];
  return (
    <StopLink
      stop={stop}
      hrefOf={hrefOf}
      className="flex min-w-0 items-center gap-1.5 rounded-sm border border-current/15 px-1.5 py-0.5 font-medium text-xs leading-5 transition-shadow hover:shadow-card"
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      <Status aria-hidden="true" className="size-3 shrink-0" />
      <span className="truncate">
        <span className={cn(booking.status === 'canceled' && 'line-through')}>{booking.message}</span>{' '}
        <span className="font-normal">{booking.customerName}</span>
      </span>
      {booking.risk ? <ShortMark /> : null}
      <Handle status={booking.status} />
    </StopLink>
  );
}

/** Icons of the statuses, where there is no space for the words. */
const statusIcons = {
  pending: Clock,
  confirmed: Check,
  completed: CheckCheck,
  canceled: X,
} as const satisfies Record<BookingStatus, unknown>;

/** Marks a booking that is short of pieces. */
export function ShortMark() {
  return (
    <>
      <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 text-danger" />
      <span className="sr-only">, short of pieces</span>
    </>
  );
}

/** A stop in a column of the week: time, message, customer, venue and status. */
export function StopCard({ stop, hrefOf }: { stop: Stop } & Pick<CalendarActions, 'hrefOf'>) {
  const format = useFormat();
  const { booking, kind, at, timeGiven } = stop;
  const { Icon, word } = kinds[kind];
  const { word: statusWord } = bookingStatus[booking.status];
  return (
    <StopLink
      stop={stop}
      hrefOf={hrefOf}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-0.5 rounded-md border border-current/20 px-2 py-1.5 text-xs leading-4 transition-shadow hover:shadow-card"
    >
      <span className="tabular flex items-center gap-1.5 font-semibold">
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
        {timeGiven ? formatTime(format, at) : word}
        {booking.risk ? <ShortMark /> : null}
        <Handle status={booking.status} />
      </span>
      <span
        className={cn('truncate font-semibold text-ink', booking.status === 'canceled' && 'line-through')}
      >
        {booking.message}
      </span>
      <span className="truncate text-soft">{booking.customerName}</span>
      {booking.venueName === null ? null : <span className="truncate text-soft">{booking.venueName}</span>}
      <span className="truncate">{timeGiven ? `${word} · ${statusWord}` : statusWord}</span>
    </StopLink>
  );
}

/** A stop in the list of a day, with a button to move it without dragging. */
export function StopRow({ stop, hrefOf, onMove }: { stop: Stop } & CalendarActions) {
  const format = useFormat();
  const { booking, kind, at, timeGiven } = stop;
  const { Icon, word, part } = kinds[kind];
  const movable = useMovable()(booking.status);
  return (
    <div className="flex min-w-0 items-stretch rounded-md border border-line bg-raised text-sm">
      <Link
        to={hrefOf(booking.id)}
        state={{ fromList: true }}
        preventScrollReset
        className="flex min-w-0 flex-1 items-start gap-3 rounded-md py-2 pl-3"
      >
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-soft" />
        <span className="min-w-0 flex-1">
          <span className="tabular flex flex-wrap items-center justify-between gap-x-2 gap-y-1 text-soft text-xs">
            {timeGiven ? `${word} · ${formatTime(format, at)}` : word}
            <span className="flex gap-1.5">
              {booking.risk ? <Badge tone="red">Short</Badge> : null}
              <StatusBadge status={booking.status} />
            </span>
          </span>
          <span className="block truncate font-medium">{signText(format, booking)}</span>
          <span className="block truncate text-soft">
            {booking.customerName}
            {booking.venueName === null ? '' : ` · ${booking.venueName}`}
          </span>
        </span>
      </Link>
      {movable ? (
        <button
          type="button"
          aria-label={`Move to another day: ${word.toLowerCase()} of ${signText(format, booking)} for ${booking.customerName}`}
          title="Move to another day"
          onClick={() => onMove({ id: booking.id, part, day: null })}
          className="ml-1 inline-grid w-9 shrink-0 cursor-pointer place-items-center rounded-md text-soft hover:bg-sunken hover:text-ink"
        >
          <ArrowLeftRight aria-hidden="true" className="size-4" />
        </button>
      ) : (
        <span className="ml-1 inline-grid w-9 shrink-0 place-items-center text-faint">
          <Lock aria-hidden="true" className="size-3.5" />
          <span className="sr-only">Can't be moved anymore</span>
        </span>
      )}
    </div>
  );
}

export interface DayListProps extends CalendarActions {
  day: string;
  stops: readonly Stop[];
  /** The control that opens the list. */
  trigger: ReactNode;
}

/** All stops of a day in chronological order. */
export function DayList({ day, stops, trigger, hrefOf, onMove }: DayListProps) {
  const format = useFormat();
  const [open, setOpen] = useState(false);
  // Open the dialog only after the popover has restored the focus, so that the dialog can return it there.
  const chosen = useRef<Move | null>(null);
  const closeThenMove = (move: Move) => {
    chosen.current = move;
    setOpen(false);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="right"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={dayInWords(format, day, 'long')}
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest('a') !== null) setOpen(false);
          }}
          onCloseAutoFocus={() => {
            const move = chosen.current;
            chosen.current = null;
            if (move !== null) setTimeout(() => onMove(move));
          }}
          className={cn(
            popover,
            'grid max-h-[min(30rem,var(--radix-popover-content-available-height))] w-80 max-w-[calc(100vw-1.5rem)] grid-cols-[minmax(0,1fr)] content-start gap-2 overflow-y-auto p-3',
          )}
        >
          <p className="flex items-baseline justify-between gap-3 text-sm">
            <b className="font-semibold">{dayInWords(format, day, 'short')}</b>
            <span className="tabular text-faint text-xs">
              {stops.length === 0 ? 'No stops' : counted(stops.length, 'stop')}
            </span>
          </p>
          {stops.length === 0 ? null : (
            <Link to={dayPath(day)} className="rounded-sm text-link text-sm hover:underline">
              Run sheet and packing list
            </Link>
          )}
          {stops.length === 0 ? (
            <p className="text-soft text-sm">No deliveries or pickups on this day.</p>
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
              {stops.map((stop) => (
                // The browser skips rendering rows out of view, even on a day with hundreds.
                <li
                  key={keyOf(stop)}
                  className="[contain-intrinsic-size:auto_76px] [content-visibility:auto]"
                >
                  <StopRow stop={stop} hrefOf={hrefOf} onMove={closeThenMove} />
                </li>
              ))}
            </ul>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
