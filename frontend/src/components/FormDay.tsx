import { Controller, type FieldPathByValue, type FieldValues, type UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { isoFromTyped } from '@/booking-form/dates';
import { FAULTS } from '@/booking-form/texts';
import type { Format } from '@/lib/format';
import { DayField, type DayFieldProps } from './DayField';

interface FormDayProps<Fields extends FieldValues, Output>
  extends Omit<DayFieldProps, 'name' | 'value' | 'onChange' | 'error'> {
  form: UseFormReturn<Fields, unknown, Output>;
  name: FieldPathByValue<Fields, string>;
}

/** A day bound to a form field. */
export function FormDay<Fields extends FieldValues, Output>({
  form,
  name,
  ...day
}: FormDayProps<Fields, Output>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <DayField
          {...day}
          name={name}
          value={field.value}
          onChange={field.onChange}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

/** Schema of an optional day as typed. */
export const optionalDay = (format: Format) =>
  z
    .string()
    .check(
      z.refine(
        (typed) => typed.trim() === '' || isoFromTyped(format, typed) !== null,
        FAULTS.dateForm(format),
      ),
    );
