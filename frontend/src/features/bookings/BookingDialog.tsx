import { ArrowLeftRight, Pencil, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useBooking } from '@/api/bookings';
import { ApiError, sentenceOf } from '@/api/errors';
import type { BookingDetails } from '@/api/types';
import { useVenues } from '@/api/venues';
import { SignStage } from '@/booking-parts/SignStage';
import { formatDay } from '@/lib/dates';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { Dialog, DialogBody, DialogFooter } from '@/ui/Dialog';
import { LoadError } from '@/ui/LoadError';
import { Skeleton } from '@/ui/Skeleton';
import { actionTexts } from './actions';
import { BookingSections } from './BookingSections';
import { EditDialog } from './EditDialog';
import { JobSheet } from './JobSheet';
import { Marks, StatusBadge } from './Marks';
import { MoveDialog } from './MoveDialog';
import { isMovable } from './move';
import type { BookingActions } from './useBookingActions';

export interface BookingDialogProps {
  id: number;
  currency: string;
  actions: BookingActions;
  onClose: () => void;
}

/** All there is to know about a booking, and what can be done with it. Stays open and shows what came of it. */
export function BookingDialog({ id, currency, actions, onClose }: BookingDialogProps) {
  const { data: booking, error, refetch } = useBooking(id);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Booking #${id}`}
      description={booking === undefined ? undefined : `Created ${formatDay(booking.createdAt)}`}
      className="sm:max-w-3xl"
    >
      {booking !== undefined ? (
        <Details booking={booking} currency={currency} actions={actions} onClose={onClose} />
      ) : (
        <>
          <DialogBody>
            {error === null ? (
              <Loading />
            ) : error instanceof ApiError && error.status === 404 ? (
              <Alert title={error.sentence}>It may belong to another account, or the link is mistyped.</Alert>
            ) : (
              <LoadError
                title="This booking could not be loaded"
                sentence={sentenceOf(error)}
                onRetry={refetch}
              />
            )}
          </DialogBody>
          <DialogFooter>
            <Button kind="secondary" onClick={onClose}>
              Close
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

function Details({
  booking,
  currency,
  actions,
  onClose,
}: { booking: BookingDetails } & Omit<BookingDialogProps, 'id'>) {
  const [editing, setEditing] = useState(false);
  const [moving, setMoving] = useState(false);
  const venues = useVenues();
  const state = useRef<HTMLDivElement>(null);
  const busy = actions.busyId === booking.id;
  const { status } = booking;

  // The button that was pressed goes with the old state; the focus moves to the words of the new one.
  const before = useRef(status);
  useEffect(() => {
    if (before.current === status) return;
    before.current = status;
    const timer = setTimeout(() => state.current?.focus(), 50);
    return () => clearTimeout(timer);
  }, [status]);

  return (
    <>
      <DialogBody className="p-0">
        <SignStage message={booking.message} size={booking.size} lit={status !== 'canceled'} height={72} />
        <div className="flex flex-wrap items-center gap-2 border-line border-b px-5 py-3">
          <div
            ref={state}
            tabIndex={-1}
            role="status"
            className="flex flex-1 flex-wrap items-center gap-2 rounded-sm outline-none"
          >
            <StatusBadge status={status} />
            <Marks booking={booking} />
          </div>
          <div className="flex gap-2">
            <Button kind="secondary" size="sm" onClick={() => window.print()}>
              <Printer aria-hidden="true" />
              <span className="max-sm:sr-only">Print</span>
            </Button>
            {isMovable(status) ? (
              <Button kind="secondary" size="sm" disabled={busy} onClick={() => setMoving(true)}>
                <ArrowLeftRight aria-hidden="true" />
                Move
              </Button>
            ) : null}
            <Button kind="secondary" size="sm" disabled={busy} onClick={() => setEditing(true)}>
              <Pencil aria-hidden="true" />
              Edit
            </Button>
          </div>
        </div>
        <BookingSections
          booking={booking}
          currency={currency}
          venueName={(id) => venues.data?.find((venue) => venue.id === id)?.name}
        />
      </DialogBody>
      <DialogFooter>
        {status === 'pending' || status === 'confirmed' ? (
          <>
            <Button
              kind="secondary"
              disabled={busy}
              className="text-danger"
              onClick={() => actions.run('cancel', booking)}
            >
              {actionTexts.cancel.label}
            </Button>
            {status === 'pending' ? (
              <Button disabled={busy} aria-busy={busy} onClick={() => actions.run('confirm', booking)}>
                {actionTexts.confirm.label}
              </Button>
            ) : (
              <Button disabled={busy} aria-busy={busy} onClick={() => actions.run('complete', booking)}>
                {actionTexts.complete.label}
              </Button>
            )}
          </>
        ) : (
          <Button kind="secondary" onClick={onClose}>
            Close
          </Button>
        )}
      </DialogFooter>
      <JobSheet
        booking={booking}
        currency={currency}
        venue={venues.data?.find(({ id }) => id === booking.venueId)}
      />
      {moving ? (
        <MoveDialog
          move={{ id: booking.id, part: 'rental', day: null }}
          currency={currency}
          onClose={() => setMoving(false)}
        />
      ) : null}
      {editing ? (
        <EditDialog booking={booking} currency={currency} onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}

function Loading() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading the booking</span>
      <Skeleton className="h-36" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
      </div>
    </div>
  );
}
