import * as z from 'zod/mini';
import type { BookingRules } from '@/api/booking-rules';

const days = (least: number, most: number) => {
  const sentence = `Enter a whole number from ${least} to ${most}`;
  return z
    .number(sentence)
    .check(z.minimum(least, sentence), z.maximum(most, sentence), z.multipleOf(1, sentence));
};

const shared = {
  timeZone: z.string(),
  holdDays: days(1, 90),
  maxRentalDays: days(1, 90),
  approvalRequired: z.boolean(),
};

/** The rules as they are typed. The number of extra days only counts where extra days are chosen. */
export const rulesSchema = z.discriminatedUnion('turnaround', [
  z.object({ ...shared, turnaround: z.literal('same'), turnaroundDays: z.any() }),
  z.object({ ...shared, turnaround: z.literal('next'), turnaroundDays: z.any() }),
  z.object({ ...shared, turnaround: z.literal('extra'), turnaroundDays: days(1, 14) }),
]);

export interface RulesForm {
  timeZone: string;
  /** When letters are free again: on the day of the pickup, the day after, or some days later. */
  turnaround: 'same' | 'next' | 'extra';
  turnaroundDays: number;
  holdDays: number;
  maxRentalDays: number;
  approvalRequired: boolean;
}

export function formOf({ sameDayTurnaround, turnaroundDays, ...rest }: BookingRules): RulesForm {
  const { timeZone, holdDays, maxRentalDays, approvalRequired } = rest;
  return {
    timeZone,
    turnaround: sameDayTurnaround ? 'same' : turnaroundDays === 0 ? 'next' : 'extra',
    turnaroundDays: Math.max(1, turnaroundDays),
    holdDays,
    maxRentalDays,
    approvalRequired,
  };
}

export function rulesOf({ turnaround, turnaroundDays, ...rest }: RulesForm): BookingRules {
  return {
    ...rest,
    sameDayTurnaround: turnaround === 'same',
    turnaroundDays: turnaround === 'extra' ? turnaroundDays : 0,
  };
}
