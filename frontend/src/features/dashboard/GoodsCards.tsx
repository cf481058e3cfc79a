import { Check } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useChangeStatus } from '@/api/bookings';
import type { AtRisk } from '@/api/goods';
import { useCan } from '@/api/rights';
import type { Booking } from '@/api/types';
import { tellFailed } from '@/components/tell-failed';
import { formatDay, formatWhen } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { bookingPath, paths } from '@/lib/paths';
import { counted, listed, sizeName } from '@/lib/words';
import { Button } from '@/ui/Button';
import { Card, CardHeader, type CardHeaderProps } from '@/ui/Card';
import { PhoneLinks } from '@/ui/Reach';
import { HiddenPlaceholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';

const SHOWN = 5;
/** Rows of the cards at the top of the page, before the button for the rest. */
const ALARMS_SHOWN = 3;

/** Loaded on demand, because it includes a calendar. */
const Resolutions = lazy(async () => ({ default: (await import('./Resolutions')).Resolutions }));
const SayWhen = lazy(async () => ({ default: (await import('./SayWhen')).SayWhen }));

export interface GoodsCardsProps {
  overdue: { items: readonly Booking[]; nextCursor: string | null } | undefined;
  risks: readonly AtRisk[] | undefined;
}

/** Overdue goods and upcoming bookings at risk. Empty if there are none. */
export function GoodsCards({ overdue, risks }: GoodsCardsProps) {
  return (
    <>
      {overdue === undefined || overdue.items.length === 0 ? null : (
        <NotBackYet bookings={overdue.items} more={overdue.nextCursor !== null} />
      )}
      {risks === undefined || risks.length === 0 ? null : <Risks rows={risks} />}
    </>
  );
}

interface ShortListProps extends CardHeaderProps {
  /** The list's rows, each with a key. */
  children: readonly ReactElement[];
  /** The number of rows before the button for the rest. */
  shown?: number;
}

/** A card with the first bookings of a list and a button for the rest. */
export function ShortList({ children, shown = SHOWN, ...head }: ShortListProps) {
  const [all, setAll] = useState(false);
  return (
    <Card className="overflow-hidden">
      <CardHeader {...head} />
      <ul className="mt-3 border-line border-t">
        {(all ? children : children.slice(0, shown)).map((row) => (
          <li key={row.key} className="border-line border-b last:border-b-0">
            {row}
          </li>
        ))}
      </ul>
      {all || children.length <= shown ? null : (
        <Button kind="quiet" size="sm" className="m-2" onClick={() => setAll(true)}>
          Show {children.length - shown} more
        </Button>
      )}
    </Card>
  );
}

function NotBackYet({ bookings, more }: { bookings: readonly Booking[]; more: boolean }) {
  return (
    <ShortList
      title="Not Back Yet"
      shown={ALARMS_SHOWN}
      description="Due back but not marked as returned. Their pieces stay unavailable today and tomorrow."
      aside={
        <p className="tabular text-danger text-sm">
          {bookings.length}
          {more ? '+' : ''}
        </p>
      }
    >
      {bookings.map((booking) => (
        <Overdue key={booking.id} booking={booking} />
      ))}
    </ShortList>
  );
}

function Overdue({ booking }: { booking: Booking }) {
  const format = useFormat();
  const change = useChangeStatus();
  const [saying, setSaying] = useState(false);
  const expects = useCan('addNotes');
  const { expectedBack } = booking;
  const completes = useCan('addNotes') && booking.status === 'confirmed';
  // The row is unmounted by then, so its own callbacks would not run.
  const undo = () =>
    change
      .mutateAsync({ id: booking.id, status: 'confirmed', reopen: true })
      .then(
        () => toast({ title: 'Undone', description: `#${booking.number} is marked as not back yet.` }),
        tellFailed("Couldn't undo"),
      );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-52">
        <BookingName {...booking} />
        <p className="wrap-anywhere text-soft">
          {booking.customerName}, due {formatDay(format, booking.pickupDate)}
        </p>
        {expectedBack === null ? null : (
          <p className="tabular">
            Expected back {formatWhen(format, expectedBack, expectedBack.includes('T'))}
          </p>
        )}
        {booking.customerPhone === null ? null : <PhoneLinks phone={booking.customerPhone} />}
      </div>
      <div className="flex flex-wrap gap-2">
        {completes ? (
          <Button
            size="sm"
            disabled={change.isPending}
            onClick={() =>
              change.mutate(
                { id: booking.id, status: 'completed' },
                {
                  onSuccess: () =>
                    toast({
                      title: 'Booking completed',
                      description: `The pieces of #${booking.number} that were out are marked as returned.`,
                      action: { label: 'Undo', onPress: () => void undo() },
                    }),
                  onError: tellFailed("The booking couldn't be completed"),
                },
              )
            }
          >
            <Check aria-hidden="true" />
            All Back
          </Button>
        ) : null}
        {expects ? (
          <Button kind="secondary" size="sm" aria-expanded={saying} onClick={() => setSaying(!saying)}>
            Set Return Date
          </Button>
        ) : null}
      </div>
      {saying ? (
        <Suspense fallback={null}>
          <SayWhen booking={booking} onDone={() => setSaying(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function Risks({ rows }: { rows: readonly AtRisk[] }) {
  const format = useFormat();
  return (
    <ShortList
      title="At Risk"
      shown={ALARMS_SHOWN}
      description="Upcoming bookings that are short on pieces because some are out of service, lost, or not yet returned."
      aside={
        <p className="tabular flex gap-3 text-danger text-sm">
          {counted(rows.length, 'booking')}
          <Link to={paths.repairs} className="rounded-sm text-link hover:underline">
            Repairs and losses
          </Link>
        </p>
      }
    >
      {rows.map((row) => (
        <div key={row.bookingId} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 text-sm">
          <div className="min-w-0 flex-1 basis-52">
            <BookingName {...row} id={row.bookingId} />
            <p className="wrap-anywhere text-soft">
              {row.customerName}, {formatDay(format, row.deliveryDate)}
            </p>
          </div>
          <p className="wrap-anywhere basis-40 text-danger">Short of {shortOf(format, row)}</p>
          <Suspense fallback={<HiddenPlaceholder />}>
            <Resolutions row={row} />
          </Suspense>
        </div>
      ))}
    </ShortList>
  );
}

function shortOf(format: Format, { shortages }: AtRisk): string {
  return listed(
    shortages.map((short) => {
      const name =
        'name' in short && short.name
          ? short.name
          : `${short.letter} (${sizeName(format, short.size ?? '')})`;
      return `${short.needed - (short.free ?? 0)} × ${name}`;
    }),
  );
}

/** Link to a booking with its message and number. */
export function BookingName({ id, number, message }: { id: number; number: number; message: string }) {
  return (
    <Link to={bookingPath(id)} className="wrap-anywhere rounded-sm font-semibold hover:underline">
      “{message}” <span className="font-normal text-soft">#{number}</span>
    </Link>
  );
}
