import { isoFromTyped } from '@/booking-form/dates';
import { FAULTS } from '@/booking-form/texts';

/** A repair or a loss as it is typed: days in the business's order, and no last day until somebody puts it back. */
export interface OutageDraft {
  count: string;
  firstDay: string;
  lastDay: string;
  reason: string;
  kind: 'repair' | 'missing';
  /** Of the repair, in the business's currency. */
  cost: string;
  picture: File | null;
}

/** What is wrong with it, by field; nothing when it can be sent. */
export function outageFaults({
  count,
  firstDay,
  lastDay,
}: Pick<OutageDraft, 'count' | 'firstDay' | 'lastDay'>): Partial<Record<keyof OutageDraft, string>> {
  const [first, last] = [isoFromTyped(firstDay), lastDay.trim() === '' ? '' : isoFromTyped(lastDay)];
  const pieces = Number(count);
  return {
    ...(!Number.isInteger(pieces) || pieces < 1 ? { count: 'At least 1 piece' } : {}),
    ...(first === null ? { firstDay: FAULTS.dateForm() } : {}),
    ...(last === null
      ? { lastDay: FAULTS.dateForm() }
      : first !== null && last !== '' && last < first
        ? { lastDay: 'The last day must be on or after the first' }
        : {}),
  };
}
