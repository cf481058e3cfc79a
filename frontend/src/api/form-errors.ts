import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { formatDay } from '@/lib/dates';
import type { Failure } from '@/lib/failure';
import { paths } from '@/lib/paths';
import { counted } from '@/lib/words';
import { bookingsInTheWay, repairsInTheWay } from './conflicts';
import { ApiError, sentenceOf } from './errors';

/** Any thrown error as a sentence, with the bookings and repairs in the way where a conflict names them. */
export function failureOf(error: unknown): Failure {
  const [bookings, repairs] =
    error instanceof ApiError ? [bookingsInTheWay(error), repairsInTheWay(error)] : [[], []];
  return {
    sentence: sentenceOf(error),
    details: [
      ...bookings.map(({ id, number, customerName, deliveryDate }) => ({
        text: `Booking #${number}: ${customerName}, ${formatDay(deliveryDate)}`,
        href: `${paths.bookings}?id=${id}`,
      })),
      ...repairs.map(
        ({ count, firstDay, lastDay }) =>
          `In repair: ${counted(count, 'piece')}, ${formatDay(firstDay)} to ${lastDay === null ? 'no end yet' : formatDay(lastDay)}`,
      ),
    ],
  };
}

/** What a change was refused with, as a mutation holds it; null while it has not been. */
export function refusalOf(error: unknown): Failure | null {
  return error === null ? null : failureOf(error);
}

/**
 * Puts the server's sentences at the fields that they are about; what was typed stays.
 *
 * Returns what no field of the form can show, for the form as a whole; null when the fields say it all.
 */
export function showServerErrors<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
  /** Lists whose rows show what is wrong with each of their fields. */
  rows: readonly (keyof Input & string)[] = [],
): Failure | null {
  if (!(error instanceof ApiError)) {
    return failureOf(error);
  }
  const names = Object.keys(form.getValues());
  const faults = Object.entries(error.fields).map(([name, message]) => [fieldPath(name), message] as const);
  const shown = faults.filter(([name]) => names.includes(name) || rows.includes(name.split('.')[0] ?? ''));
  shown.forEach(([name, message], index) => {
    form.setError(name as Path<Input>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  const sayItAll =
    faults.length > 0 && shown.length === faults.length && failureOf(error).details.length === 0;
  return sayItAll ? null : failureOf(error);
}

/** The server's path of a field, "lines[2].quantity", as forms write it: "lines.2.quantity". */
export function fieldPath(name: string): string {
  return name.replace(/\[(\d+)\]/g, '.$1');
}
