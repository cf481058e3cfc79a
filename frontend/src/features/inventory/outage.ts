import { isoFromTyped } from '@/booking-form/dates';

/** A repair as it is typed: days as MM/DD/YYYY. */
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
    ...(first === null ? { firstDay: 'Enter a day as MM/DD/YYYY' } : {}),
    ...(last === null
      ? { lastDay: 'Enter a day as MM/DD/YYYY' }
      : first !== null && last < first
        ? { lastDay: 'The last day must be on or after the first' }
        : {}),
  };
}
