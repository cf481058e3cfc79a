import { writeDaysAs } from './day-order';

let in24Hours = false;

/** Whether this page writes "14:30", and not "2:30 PM". */
export const writes24Hours = (): boolean => in24Hours;

/** Writes times in a business's hours from now on; in the usual ones where none are known. */
export function writeTimesAs(hours: string | null | undefined): void {
  in24Hours = hours === '24h';
}

/** Writes days and times as a business does. The form, which has to be small at first, sets its hours later. */
export function writeAs({
  dateFormat,
  timeFormat,
}: {
  dateFormat: string | null;
  timeFormat?: string | null;
}): void {
  writeDaysAs(dateFormat);
  writeTimesAs(timeFormat);
}
