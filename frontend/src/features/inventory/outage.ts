import { isoFromTyped } from '@/booking-form/dates';
import { FAULTS } from '@/booking-form/texts';

/** A repair as it is typed: days in the business's order. */
export interface OutageDraft {
  count: string;
  firstDay: string;
  lastDay: string;
  reason: string;
}

/** What is wrong with it, by field; nothing when it can be sent. */
export function outageFaults({
  count,
  firstDay,
  lastDay,
}: OutageDraft): Partial<Record<keyof OutageDraft, string>> {
  const [first, last] = [isoFromTyped(firstDay), isoFromTyped(lastDay)];
  const pieces = Number(count);
  return {
    ...(!Number.isInteger(pieces) || pieces < 1 ? { count: 'At least 1 piece' } : {}),
    ...(first === null ? { firstDay: FAULTS.dateForm() } : {}),
    ...(last === null
      ? { lastDay: FAULTS.dateForm() }
      : first !== null && last < first
        ? { lastDay: 'The last day must be on or after the first' }
        : {}),
  };
}
