/** Bookings and repairs listed in a conflict response (409). */
import { type ApiError, isRecord } from './errors';

/** Booking that blocks a change. */
interface ConflictingBooking {
  id: number;
  number: number;
  customerName: string;
  deliveryDate: string;
}

/** Pieces of a letter in repair that block a change. */
interface ConflictingRepair {
  count: number;
  firstDay: string;
  lastDay: string | null;
}

/** Bookings that block a change; empty if the error lists none. */
export function conflictingBookings({ extra }: ApiError): ConflictingBooking[] {
  return Array.isArray(extra.bookings) ? extra.bookings.filter(isConflictingBooking) : [];
}

/** Repairs that block a change; empty if the error lists none. */
export function conflictingRepairs({ extra }: ApiError): ConflictingRepair[] {
  return Array.isArray(extra.repairs) ? extra.repairs.filter(isRepair) : [];
}

function isConflictingBooking(value: unknown): value is ConflictingBooking {
  return (
    isRecord(value) &&
    typeof value.id === 'number' &&
    typeof value.number === 'number' &&
    typeof value.customerName === 'string' &&
    typeof value.deliveryDate === 'string'
  );
}

function isRepair(value: unknown): value is ConflictingRepair {
  return (
    isRecord(value) &&
    typeof value.count === 'number' &&
    typeof value.firstDay === 'string' &&
    (typeof value.lastDay === 'string' || value.lastDay === null)
  );
}
