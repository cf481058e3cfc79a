export type DayOrder = (typeof dayOrders)[number];

/** The orders that a business may write its days in; the first is the usual one. */
export const dayOrders = ['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD'] as const;

let present: DayOrder = 'MM/DD/YYYY';
let in24Hours = false;

/** The order in which this page writes days: that of the business that it is about. */
export const dayOrder = (): DayOrder => present;

/** The day that weeks begin on, 0 for Sunday: where the month comes first it is Sunday, elsewhere Monday. */
export const weekStart = (): 0 | 1 => (present === 'MM/DD/YYYY' ? 0 : 1);

/** Whether this page writes "14:30", and not "2:30 PM". */
export const writes24Hours = (): boolean => in24Hours;

/** Writes days and times in a business's way from now on; in the usual one where none is known. */
export function writeDaysAs(order: string | null | undefined, hours?: string | null): void {
  present = dayOrders.find((known) => known === order) ?? 'MM/DD/YYYY';
  in24Hours = hours === '24h';
}
