export type DayOrder = (typeof dayOrders)[number];

/** The orders that a business may write its days in; the first is the usual one. */
export const dayOrders = ['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD'] as const;

let present: DayOrder = 'MM/DD/YYYY';

/** The order in which this page writes days: that of the business that it is about. */
export const dayOrder = (): DayOrder => present;

/** The day that weeks begin on, 0 for Sunday: where the month comes first it is Sunday, elsewhere Monday. */
export const weekStart = (): 0 | 1 => (present === 'MM/DD/YYYY' ? 0 : 1);

/** Writes days in a business's order from now on; in the usual one where none is known. */
export function writeDaysAs(order: string | null | undefined): void {
  present = dayOrders.find((known) => known === order) ?? 'MM/DD/YYYY';
}
