import { useCan } from '@/api/rights';
import type { BookingStatus } from '@/api/types';
import { isMovable } from './move';

/** Tells which bookings the person may move to other days, by their status. */
export function useMovable(): (status: BookingStatus) => boolean {
  const may = useCan('handleBookings');
  return (status) => may && isMovable(status);
}
