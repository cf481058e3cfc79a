import * as z from 'zod/mini';
import type { BookingRules } from '@/api/booking-rules';
import { type DayOrder, dayOrders } from '@/lib/day-order';

const whole = (least: number, most: number) => {
  const sentence = `Enter a whole number from ${least} to ${most}`;
  return z
    .number(sentence)
    .check(z.minimum(least, sentence), z.maximum(most, sentence), z.multipleOf(1, sentence));
};

const shared = {
  timeZone: z.string(),
  dateFormat: z.enum(dayOrders),
  holdDays: whole(1, 90),
  maxRentalDays: whole(1, 90),
  approvalRequired: z.boolean(),
  freeCancellationHours: whole(0, 8760),
  contactOnForm: z.boolean(),
  termsOnForm: z.boolean(),
};

/** The rules as they are typed. The number of extra days only counts where extra days are chosen. */
export const rulesSchema = z.discriminatedUnion('turnaround', [
  z.object({ ...shared, turnaround: z.literal('same'), turnaroundDays: z.any() }),
  z.object({ ...shared, turnaround: z.literal('next'), turnaroundDays: z.any() }),
  z.object({ ...shared, turnaround: z.literal('extra'), turnaroundDays: whole(1, 14) }),
]);

export interface RulesForm {
  timeZone: string;
  dateFormat: DayOrder;
  /** When letters are free again: on the day of the pickup, the day after, or some days later. */
  turnaround: 'same' | 'next' | 'extra';
  turnaroundDays: number;
  holdDays: number;
  maxRentalDays: number;
  approvalRequired: boolean;
  /** The installation's, while the business has set none of its own. */
  freeCancellationHours: number;
  contactOnForm: boolean;
  termsOnForm: boolean;
}

export function formOf({ sameDayTurnaround, turnaroundDays, ...rest }: BookingRules): RulesForm {
  const { timeZone, dateFormat, holdDays, maxRentalDays, approvalRequired } = rest;
  const freeCancellationHours = rest.freeCancellationHours ?? rest.defaultFreeCancellationHours;
  return {
    timeZone,
    dateFormat,
    turnaround: sameDayTurnaround ? 'same' : turnaroundDays === 0 ? 'next' : 'extra',
    turnaroundDays: Math.max(1, turnaroundDays),
    holdDays,
    maxRentalDays,
    approvalRequired,
    freeCancellationHours,
    contactOnForm: rest.contactOnForm,
    termsOnForm: rest.termsOnForm,
  };
}

export function rulesOf({
  turnaround,
  turnaroundDays,
  ...rest
}: RulesForm): Omit<RulesForm, 'turnaround'> & { sameDayTurnaround: boolean } {
  return {
    ...rest,
    sameDayTurnaround: turnaround === 'same',
    turnaroundDays: turnaround === 'extra' ? turnaroundDays : 0,
  };
}
