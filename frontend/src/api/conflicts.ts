/** The bookings and repairs that a refusal (409) names. */
import { type ApiError, isRecord } from './errors';

/** One booking that blocks the change, as a 409 lists them. */
interface ConflictingBooking {
  id: number;
  number: number;
  customerName: string;
  deliveryDate: string;
}

/** A letter's pieces in repair that block the change, as a 409 lists them. */
interface RepairInTheWay {
  count: number;
  firstDay: string;
  lastDay: string | null;
}

/** The bookings that block the change; empty where the refusal names none. */
export function bookingsInTheWay({ extra }: ApiError): ConflictingBooking[] {
  return Array.isArray(extra.bookings) ? extra.bookings.filter(isConflictingBooking) : [];
}

/** The repairs that block the change; empty where the refusal names none. */
export function repairsInTheWay({ extra }: ApiError): RepairInTheWay[] {
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

function isRepair(value: unknown): value is RepairInTheWay {
  return (
    isRecord(value) &&
    typeof value.count === 'number' &&
    typeof value.firstDay === 'string' &&
    (typeof value.lastDay === 'string' || value.lastDay === null)
  );
}
