import type { ReactNode } from 'react';
import { fieldChange, fieldValue, type TextField } from '@/booking-form/draft';
import { LABELS } from '@/booking-form/texts';
import type { BookingForm } from '@/booking-form/useBookingForm';
import { Field } from '@/ui/Field';
import { Input, Options, Select, Textarea } from '@/ui/Input';
import type { Booked } from './useQuote';

export type OwnForm = BookingForm<Booked>;

/** Field labels that refer to the customer in the third person. */
export const labels: Readonly<Record<TextField, string>> = { ...LABELS, customerName: 'Customer Name' };
const missing: Readonly<Partial<Record<TextField, string>>> = {
  customerName: "Enter the customer's name",
  customerEmail: 'Enter an email address or a phone number',
};

/** Error to show at a field now. */
export function errorAt(form: OwnForm, name: TextField): string | undefined {
  const error = form.errors[name];
  return error !== undefined && fieldValue(form.draft, name).trim() === '' ? (missing[name] ?? error) : error;
}

interface QuoteFieldProps {
  form: OwnForm;
  name: TextField;
  required?: boolean;
  className?: string;
}

function bind(form: OwnForm, name: TextField) {
  return {
    name,
    value: fieldValue(form.draft, name),
    onChange: (event: { target: { value: string } }) =>
      form.change(fieldChange(form.draft, name, event.target.value)),
    onBlur: () => {
      // Tabbing past an empty field is not an error yet.
      if (fieldValue(form.draft, name) !== '') form.leave(name);
    },
  };
}

export function TextInput({
  form,
  name,
  required = false,
  className,
  label = labels[name],
  ...input
}: QuoteFieldProps & { type?: 'text' | 'email' | 'tel'; maxLength: number; label?: string }) {
  return (
    <Field
      label={label}
      error={errorAt(form, name)}
      required={required}
      {...(className !== undefined && { className })}
    >
      <Input autoComplete="off" {...bind(form, name)} {...input} />
    </Field>
  );
}

export function TextBlock({ form, name, maxLength }: QuoteFieldProps & { maxLength: number }) {
  return (
    <Field label={labels[name]} error={errorAt(form, name)}>
      <Textarea rows={3} maxLength={maxLength} {...bind(form, name)} />
    </Field>
  );
}

export function Choice({
  form,
  name,
  required = false,
  empty,
  options,
  hint,
}: QuoteFieldProps & {
  options: readonly (readonly [code: string, label: string])[];
  /** Label of the empty choice; without it a value is always selected. */
  empty?: string;
  hint?: ReactNode;
}) {
  return (
    <Field label={labels[name]} error={errorAt(form, name)} hint={hint} required={required}>
      <Select {...bind(form, name)}>
        {empty === undefined ? null : <option value="">{empty}</option>}
        <Options of={options} />
      </Select>
    </Field>
  );
}
