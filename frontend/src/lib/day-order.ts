import type { Format } from './format';

/** Whether dates start with the day: "5 June 2027". */
export const isDayFirst = ({ dateFormat }: Pick<Format, 'dateFormat'>): boolean =>
  dateFormat.startsWith('DD');
