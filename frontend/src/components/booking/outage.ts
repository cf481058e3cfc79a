import { isoFromTyped } from '@/booking-form/dates';
import { FAULTS } from '@/booking-form/texts';
import type { Format } from '@/lib/format';

/**
 * A repair or loss as typed: dates in the business's format, and no last day until the piece is back in
 * service.
 */
export interface OutageDraft {
  count: string;
  firstDay: string;
  lastDay: string;
  reason: string;
  kind: 'repair' | 'missing';
  /** Cost of the repair, in the business's currency. */
  cost: string;
  picture: File | null;
}

/** Validation errors by field; empty if the form can be sent. */
export function outageFaults(
  format: Format,
  { count, firstDay, lastDay }: Pick<OutageDraft, 'count' | 'firstDay' | 'lastDay'>,
): Partial<Record<keyof OutageDraft, string>> {
  const [first, last] = [
    isoFromTyped(format, firstDay),
    lastDay.trim() === '' ? '' : isoFromTyped(format, lastDay),
  ];
  const pieces = Number(count);
  return {
    ...(!Number.isInteger(pieces) || pieces < 1 ? { count: 'Enter at least 1 piece' } : {}),
    ...(first === null ? { firstDay: FAULTS.dateForm(format) } : {}),
    ...(last === null
      ? { lastDay: FAULTS.dateForm(format) }
      : first !== null && last !== '' && last < first
        ? { lastDay: 'The last day must be on or after the first' }
        : {}),
  };
}
