/** Keyboard navigation of a calendar. */
import type { Format } from '@/lib/format';
import { addDays } from './dates';
import { addMonths, weekColumn } from './months';

/** The day that each key moves the focus to. */
export const dayMoves: Readonly<Record<string, (day: string, format: Format) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day, format) => addDays(day, -weekColumn(format, day)),
  End: (day, format) => addDays(day, 6 - weekColumn(format, day)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};
