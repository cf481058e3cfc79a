/** Moves a rental, or only its pickup, to another day. */

import type { BookingStatus } from '@/api/types';
import { addDays, daysBetween, isoFromTyped, typedFromIso } from '@/booking-form/dates';
import type { Format } from '@/lib/format';
import type { EditValues } from './edit';

/** Moving a rental keeps its duration and times; moving the pickup changes the duration. */
export type MovedPart = 'rental' | 'pickup';

export interface Move {
  id: number;
  part: MovedPart;
  /** The new day of the delivery (or of the pickup, if only that moves); null if not chosen yet. */
  day: string | null;
}

/** True for pending and confirmed bookings. Completed and canceled ones can't be moved. */
export function isMovable(status: BookingStatus): boolean {
  return status === 'pending' || status === 'confirmed';
}

/** The form values after moving the delivery or the pickup to the typed date. An incomplete date changes only its own
 * field.
 */
export function movedTo(format: Format, before: EditValues, part: MovedPart, typed: string): EditValues {
  if (part === 'pickup') return { ...before, pickupDate: typed };
  const [from, to] = [isoFromTyped(format, before.deliveryDate), isoFromTyped(format, typed)];
  const pickup = isoFromTyped(format, before.pickupDate);
  if (from === null || to === null || pickup === null) return { ...before, deliveryDate: typed };
  return {
    ...before,
    deliveryDate: typed,
    pickupDate: typedFromIso(format, addDays(pickup, daysBetween(from, to))),
  };
}
