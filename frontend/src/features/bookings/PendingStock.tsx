import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { sentenceOf } from '@/api/errors';
import { ownEstimate } from '@/api/operator-form';
import type { Booking } from '@/api/types';
import { rentalInput } from '@/components/booking/lines';
import { NotEnough } from '@/components/booking/StockNote';
import { ownStock } from '@/components/booking/stock';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/Button';
import { Skeleton } from '@/ui/Skeleton';
import { holdHasLapsed } from './actions';

/** Availability of a pending request's letters. The request's own hold is not counted against it. */
export function PendingStock({ booking }: { booking: Booking }) {
  const { id, deliveryDate, pickupDate } = booking;
  const stock = useQuery({
    ...ownEstimate({ bookingId: id, ...rentalInput(booking), deliveryDate, pickupDate }),
    placeholderData: keepPreviousData,
  });
  if (stock.error !== null) {
    return (
      <p className="text-soft">
        {sentenceOf(stock.error)}{' '}
        <Button kind="secondary" size="sm" onClick={() => stock.refetch()}>
          Try Again
        </Button>
      </p>
    );
  }
  if (stock.data === undefined) return <Skeleton className="h-11" />;
  const { available, shortages } = stock.data;
  if (ownStock(stock.data).stockChecked === false) {
    return <p className="text-soft">Availability isn't checked because you haven't added any letters yet.</p>;
  }
  if (available === null) return null;
  return (
    <div
      role="status"
      className={cn(
        'flex gap-2 rounded-md border px-3.5 py-2.5',
        available ? 'border-good/25 bg-good-wash' : 'border-amber-line bg-amber-wash',
      )}
    >
      {available ? (
        <>
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
          <p className="font-medium text-good">
            {holdHasLapsed(booking, Date.now())
              ? 'All letters are still available on these dates'
              : 'All letters are available on these dates'}
          </p>
        </>
      ) : (
        <NotEnough shortages={shortages} />
      )}
    </div>
  );
}
