import { writeDaysAs } from './day-order';
import { writeSpansIn } from './spans';

let in24Hours = false;

/** Whether times are shown as "14:30" rather than "2:30 PM". */
export const writes24Hours = (): boolean => in24Hours;

/** Set the time format; the default if none is given. */
export function writeTimesAs(hours: string | null | undefined): void {
  in24Hours = hours === '24h';
}

/**
 * Set the date, time and length formats of a business. The public form sets the last two later to keep its
 * first load small.
 */
export function writeAs({
  dateFormat,
  timeFormat,
  measures,
}: {
  dateFormat: string | null;
  timeFormat?: string | null;
  measures?: string | null;
}): void {
  writeDaysAs(dateFormat);
  writeTimesAs(timeFormat);
  writeSpansIn(measures);
}
