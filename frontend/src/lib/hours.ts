import { writeDaysAs } from './day-order';
import { writeSpansIn } from './spans';

let in24Hours = false;

/** Whether this page writes "14:30", and not "2:30 PM". */
export const writes24Hours = (): boolean => in24Hours;

/** Writes times in a business's hours from now on; in the usual ones where none are known. */
export function writeTimesAs(hours: string | null | undefined): void {
  in24Hours = hours === '24h';
}

/** Writes days, times and lengths as a business does. The form, which has to be small at first, sets the last two later. */
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
