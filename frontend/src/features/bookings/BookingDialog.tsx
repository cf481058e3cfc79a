import { ArrowLeftRight, Copy, Pencil, Printer, RotateCcw } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { useBookingMoney } from '@/api/booking-money';
import { useBooking } from '@/api/bookings';
import { useCustomerSide } from '@/api/customer-side';
import { type MailsOf, useMails } from '@/api/messages';
import { useQuote } from '@/api/quotes';
import { useCan } from '@/api/rights';
import type { BookingDetails } from '@/api/types';
import { oneSize, signMessage } from '@/components/booking/lines-text';
import { SignStage } from '@/components/booking/SignStage';
import { RecordDialog, RecordState } from '@/components/RecordDialog';
import { JobSheet, quotedLines } from '@/features/goods/JobSheet';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { useWide } from '@/lib/use-wide';
import { sentence } from '@/lib/words';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { DialogBody } from '@/ui/Dialog';
import { HiddenPlaceholder } from '@/ui/Skeleton';
import { actionTexts } from './actions';
import { Badges, StatusBadge } from './Badges';
import { BlockSender } from './BlockSender';
import { BookingSections } from './BookingSections';
import { CustomerAsks } from './CustomerAsks';
import { EditDialog } from './edit/LazyEditDialog';
import type { EditPlace } from './edit/sections';
import { NotesDialog } from './NotesDialog';
import { PendingStock } from './PendingStock';
import { useMovable, useOffered } from './rights';
import { StatusButtons } from './StatusButtons';
import type { BookingActions } from './useBookingActions';

const DuplicateDialog = lazy(async () => ({
  default: (await import('./edit/DuplicateDialog')).DuplicateDialog,
}));
const MoveDialog = lazy(async () => ({ default: (await import('./edit/MoveDialog')).MoveDialog }));
const RiskNote = lazy(async () => ({
  default: (await import('@/components/booking/RiskNote')).RiskNote,
}));

/** Data of the job sheet, and printing it once all of that is loaded. */
function usePrint(booking: BookingDetails, quoteId: number | null) {
  const [waiting, setWaiting] = useState(false);
  // The browser's own print command takes what is loaded; phones have none.
  const needed = useWide() || waiting;
  const side = useCustomerSide(booking.id);
  const paid = useBookingMoney(booking.id, needed);
  const quoted = useQuote(quoteId);
  const ready = !side.isPending && !paid.isLoading && (quoteId === null || !quoted.isPending);
  useEffect(() => {
    if (!waiting || !ready) return;
    setWaiting(false);
    window.print();
  }, [waiting, ready]);
  return {
    ask: () => setWaiting(true),
    waiting,
    quote: quoted.data,
    money: paid.data,
    crewNotes: side.data?.crewNotes,
  };
}

export interface BookingDialogProps {
  id: number;
  currency: string;
  actions: BookingActions;
  /** Opens another booking in this dialog. */
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** All details of a booking and the actions on it. Stays open after an action and shows the result. */
export function BookingDialog({ id, currency, actions, onOpen, onClose }: BookingDialogProps) {
  const format = useFormat();
  const record = useBooking(id);
  const { data } = record;
  return (
    <RecordDialog
      what="booking"
      title={data === undefined ? 'Booking' : `Booking #${data.number}`}
      description={data === undefined ? undefined : `Created ${formatDay(format, data.createdAt)}`}
      record={record}
      missing="It may belong to another account, or the link may be wrong."
      onClose={onClose}
    >
      {(booking) => (
        <Details booking={booking} currency={currency} actions={actions} onOpen={onOpen} onClose={onClose} />
      )}
    </RecordDialog>
  );
}

function Details({
  booking,
  currency,
  actions,
  onOpen,
  onClose,
}: { booking: BookingDetails } & Omit<BookingDialogProps, 'id'>) {
  const [editing, setEditing] = useState<EditPlace | null>(null);
  const [moving, setMoving] = useState(false);
  // Same Again on a customer's page opens the form at once.
  const { state: arrival }: { state: { duplicate?: boolean } | null } = useLocation();
  const [duplicating, setDuplicating] = useState(arrival?.duplicate === true);
  const movable = useMovable();
  const offered = useOffered()(booking);
  const handles = useCan('handleBookings');
  const busy = actions.busyId === booking.id;
  const { status } = booking;
  const print = usePrint(booking, 'quoteId' in booking ? booking.quoteId : null);
  const extras = quotedLines(booking, print.quote);

  return (
    <>
      <DialogBody className="p-0">
        <SignStage
          message={signMessage(booking)}
          size={oneSize(booking)}
          texts={booking.sign}
          lit={status !== 'canceled'}
          compact
        />
        <RecordState
          status={status}
          actions={
            <div className="flex flex-wrap gap-2">
              {offered.includes('reopen') ? (
                <Button
                  kind="secondary"
                  size="sm"
                  disabled={busy}
                  onClick={() => actions.run('reopen', booking)}
                >
                  <RotateCcw aria-hidden="true" />
                  {actionTexts.reopen.label}
                </Button>
              ) : null}
              <Button kind="secondary" size="sm" aria-busy={print.waiting} onClick={print.ask}>
                <Printer aria-hidden="true" />
                <span className="max-sm:sr-only">Print</span>
              </Button>
              {handles ? (
                <Button kind="secondary" size="sm" disabled={busy} onClick={() => setDuplicating(true)}>
                  <Copy aria-hidden="true" />
                  <span className="max-sm:sr-only">Duplicate</span>
                </Button>
              ) : null}
              {movable(status) ? (
                <Button kind="secondary" size="sm" disabled={busy} onClick={() => setMoving(true)}>
                  <ArrowLeftRight aria-hidden="true" />
                  Move
                </Button>
              ) : null}
              <Button
                kind="secondary"
                size="sm"
                disabled={busy}
                onClick={() => setEditing(booking.risk === null ? {} : { section: 'sign' })}
              >
                <Pencil aria-hidden="true" />
                {handles ? 'Edit' : 'Notes'}
              </Button>
              {handles && status === 'pending' && booking.source === 'form' ? (
                <BlockSender booking={booking} disabled={busy} />
              ) : null}
            </div>
          }
        >
          <StatusBadge status={status} />
          <Badges booking={booking} />
        </RecordState>
        {booking.risk === null ? null : (
          <div className="px-5 pt-4">
            <Suspense fallback={<HiddenPlaceholder />}>
              <RiskNote bookingId={booking.id} risk={booking.risk} />
            </Suspense>
          </div>
        )}
        <Bounced of={{ bookingId: booking.id }} email={booking.customerEmail} />
        {status === 'pending' && handles ? (
          <div className="px-5 pt-4 text-sm">
            <PendingStock booking={booking} />
          </div>
        ) : null}
        <CustomerAsks booking={booking} currency={currency} />
        <BookingSections
          booking={booking}
          quote={print.quote}
          extras={extras}
          currency={currency}
          onEdit={movable(status) ? setEditing : undefined}
        />
      </DialogBody>
      <StatusButtons booking={booking} busy={busy} onAction={actions.run} onClose={onClose} />
      <JobSheet
        booking={booking}
        extras={extras}
        currency={currency}
        money={print.money}
        crewNotes={print.crewNotes}
      />
      <Suspense fallback={<HiddenPlaceholder />}>
        {moving ? (
          <MoveDialog
            move={{ id: booking.id, part: 'rental', day: null }}
            currency={currency}
            onClose={() => setMoving(false)}
          />
        ) : null}
        {duplicating ? (
          <DuplicateDialog
            booking={booking}
            currency={currency}
            onMade={(id) => {
              // Close the form first. While it is open, navigating away shows a confirmation dialog.
              flushSync(() => setDuplicating(false));
              onOpen(id);
            }}
            onClose={() => setDuplicating(false)}
          />
        ) : null}
        {editing !== null && handles ? (
          <EditDialog booking={booking} currency={currency} {...editing} onClose={() => setEditing(null)} />
        ) : null}
      </Suspense>
      {editing !== null && !handles ? (
        <NotesDialog booking={booking} onClose={() => setEditing(null)} />
      ) : null}
    </>
  );
}

interface BouncedProps {
  of: MailsOf;
  /** The customer's current address. */
  email: string | null;
}

/** Alert if the newest email to the customer's current address bounced. */
function Bounced({ of, email }: BouncedProps) {
  const newest = useMails(of).data?.items.find(({ to, audience }) => audience === 'customer' && to === email);
  if (newest === undefined || !newest.bounced) return null;
  return (
    <Alert title={`Email to ${email} bounced`} className="m-5 mb-0">
      {sentence(newest.problem)} Correct the address, then send the email again below.
    </Alert>
  );
}
