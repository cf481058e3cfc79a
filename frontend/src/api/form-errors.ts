import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { formatDay } from '@/lib/dates';
import type { Failure } from '@/lib/failure';
import { counted } from '@/lib/words';
import { ApiError, sentenceOf } from './errors';

/** Any thrown error as a sentence, with the bookings and repairs in the way where a conflict names them. */
export function failureOf(error: unknown): Failure {
  const [bookings, repairs] = error instanceof ApiError ? [error.bookings, error.repairs] : [[], []];
  return {
    sentence: sentenceOf(error),
    details: [
      ...bookings.map(
        ({ number, customerName, deliveryDate }) =>
          `Booking #${number}: ${customerName}, ${formatDay(deliveryDate)}`,
      ),
      ...repairs.map(
        ({ count, firstDay, lastDay }) =>
          `In repair: ${counted(count, 'piece')}, ${formatDay(firstDay)} to ${lastDay === null ? 'no end yet' : formatDay(lastDay)}`,
      ),
    ],
  };
}

/**
 * Puts the server's sentences at the fields that they are about; what was typed stays.
 *
 * Returns what no field of the form can show, for the form as a whole; null when the fields say it all.
 */
export function showServerErrors<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
): Failure | null {
  if (!(error instanceof ApiError)) {
    return failureOf(error);
  }
  const names = Object.keys(form.getValues());
  const faults = Object.entries(error.fields);
  const shown = faults.filter(([name]) => names.includes(name));
  shown.forEach(([name, message], index) => {
    form.setError(name as Path<Input>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  const sayItAll =
    faults.length > 0 && shown.length === faults.length && failureOf(error).details.length === 0;
  return sayItAll ? null : failureOf(error);
}
