/** Moving a rental, or its pickup alone, to another day. */
import type { BookingStatus } from '@/api/types';
import { addDays, daysBetween, isoFromTyped, typedFromIso } from '@/booking-form/dates';
import type { EditValues } from './edit';

/** A whole rental keeps its length and its times; a pickup alone makes it longer or shorter. */
export type MovedPart = 'rental' | 'pickup';

export interface Move {
  id: number;
  part: MovedPart;
  /** The day to which the delivery (of a pickup alone: the pickup) goes; null where that is still to be said. */
  day: string | null;
}

/** True for bookings that can still be moved: completed and canceled ones stay as they were. */
export function isMovable(status: BookingStatus): boolean {
  return status === 'pending' || status === 'confirmed';
}

/** The form's values with the part on a day as typed. An unfinished date moves nothing else along. */
export function movedTo(before: EditValues, part: MovedPart, typed: string): EditValues {
  if (part === 'pickup') return { ...before, pickupDate: typed };
  const [from, to] = [isoFromTyped(before.deliveryDate), isoFromTyped(typed)];
  const pickup = isoFromTyped(before.pickupDate);
  if (from === null || to === null || pickup === null) return { ...before, deliveryDate: typed };
  return {
    ...before,
    deliveryDate: typed,
    pickupDate: typedFromIso(addDays(pickup, daysBetween(from, to))),
  };
}
