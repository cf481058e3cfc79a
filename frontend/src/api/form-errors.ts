import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { formatDay } from '@/lib/dates';
import type { Failure } from '@/lib/failure';
import type { Format } from '@/lib/format';
import { paths } from '@/lib/paths';
import { counted } from '@/lib/words';
import { conflictingBookings, conflictingRepairs } from './conflicts';
import { ApiError, sentenceOf } from './errors';

/** Convert any thrown error to a Failure, including the bookings and repairs of a conflict. */
export function failureOf(format: Format, error: unknown): Failure {
  const [bookings, repairs] =
    error instanceof ApiError ? [conflictingBookings(error), conflictingRepairs(error)] : [[], []];
  return {
    sentence: sentenceOf(error),
    details: [
      ...bookings.map(({ id, number, customerName, deliveryDate }) => ({
        text: `Booking #${number}: ${customerName}, ${formatDay(format, deliveryDate)}`,
        href: `${paths.bookings}?id=${id}`,
      })),
      ...repairs.map(
        ({ count, firstDay, lastDay }) =>
          `In repair: ${counted(count, 'piece')}, ${formatDay(format, firstDay)} to ${lastDay === null ? 'no end date' : formatDay(format, lastDay)}`,
      ),
    ],
  };
}

/** Failure of a mutation's error; null without one. */
export function refusalOf(format: Format, error: unknown): Failure | null {
  return error === null ? null : failureOf(format, error);
}

/**
 * Show the server's messages at their form fields, keeping the input.
 *
 * Returns the failure that no field can show; null if the fields show everything.
 */
export function showServerErrors<Input extends FieldValues, Output>(
  format: Format,
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
  /** Lists whose rows show errors at each of their fields. */
  rows: readonly (keyof Input & string)[] = [],
): Failure | null {
  if (!(error instanceof ApiError)) {
    return failureOf(format, error);
  }
  const names = Object.keys(form.getValues());
  const faults = Object.entries(error.fields).map(([name, message]) => [fieldPath(name), message] as const);
  const shown = faults.filter(([name]) => names.includes(name) || rows.includes(name.split('.')[0] ?? ''));
  shown.forEach(([name, message], index) => {
    form.setError(name as Path<Input>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  const sayItAll =
    faults.length > 0 && shown.length === faults.length && failureOf(format, error).details.length === 0;
  return sayItAll ? null : failureOf(format, error);
}

/** Convert the server's field path "lines[2].quantity" to the form's "lines.2.quantity". */
export function fieldPath(name: string): string {
  return name.replace(/\[(\d+)\]/g, '.$1');
}
