import { useCan } from '@/api/rights';
import type { BookingStatus } from '@/api/types';
import { actionsFor, type BookingAction } from './actions';
import { isMovable } from './move';

/** Tells which bookings the person may move to other days, by their status. */
export function useMovable(): (status: BookingStatus) => boolean {
  const may = useCan('handleBookings');
  return (status) => may && isMovable(status);
}

/** Tells what the person may do with a booking by its status: staff only mark what is done. */
export function useOffered(): (status: BookingStatus) => readonly BookingAction[] {
  const handles = useCan('handleBookings');
  return (status) => actionsFor(status).filter((action) => handles || action === 'complete');
}
