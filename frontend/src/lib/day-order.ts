export type DayOrder = (typeof dayOrders)[number];

/** Date formats a business can choose; the first is the default. */
export const dayOrders = ['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD'] as const;

let present: DayOrder = 'MM/DD/YYYY';

/** Date format of the current business. */
export const dayOrder = (): DayOrder => present;

/** First day of the week, 0 for Sunday: Sunday with month-first dates, otherwise Monday. */
export const weekStart = (): 0 | 1 => (present === 'MM/DD/YYYY' ? 0 : 1);

/** Set the date format; the default if none is given. */
export function writeDaysAs(order: string | null | undefined): void {
  present = dayOrders.find((known) => known === order) ?? 'MM/DD/YYYY';
}
