import { useEffect, useRef, useState } from 'react';
import { useBookingMoney } from '@/api/booking-money';
import { useBooking } from '@/api/bookings';
import { useCustomerSide } from '@/api/customer-side';
import { useQuote } from '@/api/quotes';
import type { Booking } from '@/api/types';
import { JobSheet, quotedLines } from '@/features/goods/JobSheet';
import { toast } from '@/ui/toast-store';

export interface PrintSelectedProps {
  bookings: readonly Booking[];
  currency: string;
  onDone: () => void;
}

/** Print the job sheets of several bookings in one run, once all of their data is loaded. */
export function PrintSelected({ bookings, currency, onDone }: PrintSelectedProps) {
  const [chosen] = useState(bookings);
  const [ready, setReady] = useState<ReadonlySet<number>>(new Set());
  const done = useRef(onDone);
  done.current = onDone;
  const all = ready.size === chosen.length;
  useEffect(() => {
    if (!all) return;
    window.print();
    done.current();
  }, [all]);
  return chosen.map(({ id }) => (
    <Sheet
      key={id}
      id={id}
      currency={currency}
      onReady={() => setReady((before) => (before.has(id) ? before : new Set(before).add(id)))}
      onFailed={() => {
        toast({
          title: 'Nothing was printed',
          description: "A booking couldn't be loaded. Please try again.",
          destructive: true,
        });
        done.current();
      }}
    />
  ));
}

function Sheet({
  id,
  currency,
  onReady,
  onFailed,
}: {
  id: number;
  currency: string;
  onReady: () => void;
  onFailed: () => void;
}) {
  const booking = useBooking(id, { fresh: true });
  const side = useCustomerSide(id);
  // Users who may not see money print without the payments.
  const paid = useBookingMoney(id);
  const quoteId = booking.data !== undefined && 'quoteId' in booking.data ? booking.data.quoteId : null;
  const quote = useQuote(quoteId);
  const reported = useRef({ onReady, onFailed });
  reported.current = { onReady, onFailed };
  const ready =
    booking.data !== undefined &&
    booking.isFetchedAfterMount &&
    !side.isPending &&
    !paid.isLoading &&
    (quoteId === null || !quote.isPending);
  const failed = booking.error !== null || side.error !== null;
  useEffect(() => {
    if (failed) reported.current.onFailed();
    else if (ready) reported.current.onReady();
  }, [ready, failed]);
  return booking.data === undefined ? null : (
    <JobSheet
      booking={booking.data}
      extras={quotedLines(booking.data, quote.data)}
      currency={currency}
      money={paid.data}
      crewNotes={side.data?.crewNotes}
    />
  );
}
