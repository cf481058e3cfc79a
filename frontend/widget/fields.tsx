/** Labeled native fields of the form, each with its error. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fieldChange, fieldValue, type TextField } from '@/booking-form/draft';
import type { FieldErrors } from '@/booking-form/rules';
import { FORM, LABELS } from '@/booking-form/texts';
import type { BookingForm } from '@/booking-form/useBookingForm';
import type { Booked } from './calls';

export type Form = BookingForm<Booked>;

interface FieldProps {
  readonly form: Form;
  readonly name: TextField;
  /** Overrides the field's usual label. */
  readonly label?: string | undefined;
  readonly hint?: ReactNode;
}

/** Id of a field's control, used to focus a field with an error. */
export const fieldId = (name: string) => `field-${name}`;

/** Move the focus to a field. */
export function focusOn(name: string) {
  document.getElementById(fieldId(name))?.focus();
}

/** Props shared by every control of a field. */
export function control(form: Form, name: TextField, hint?: ReactNode) {
  const described = [form.errors[name] && `${fieldId(name)}-error`, hint && `${fieldId(name)}-hint`].filter(
    Boolean,
  );
  return {
    id: fieldId(name),
    name,
    value: fieldValue(form.draft, name),
    'aria-invalid': form.errors[name] !== undefined,
    ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.change(fieldChange(form.draft, name, event.currentTarget.value)),
    onBlur: () => {
      // Tabbing past an empty field is not an error yet.
      if (fieldValue(form.draft, name) !== '') form.leave(name);
    },
  };
}

/**
 * Announces a new error to screen readers, which do not read text that appears under a field. Several errors
 * at once come from pressing the button, which makes its own announcement and moves the focus.
 */
export function Faults({ errors }: { errors: FieldErrors }) {
  const before = useRef(errors);
  const [latest, setLatest] = useState<TextField | null>(null);
  useEffect(() => {
    const names = Object.keys(LABELS) as TextField[];
    const fresh = names.filter((name) => errors[name] && errors[name] !== before.current[name]);
    before.current = errors;
    if (fresh.length > 0) setLatest(fresh.length === 1 ? (fresh[0] ?? null) : null);
  }, [errors]);
  return (
    <p className="unseen" role="status">
      {latest && errors[latest] && FORM.faultAt(LABELS[latest], errors[latest])}
    </p>
  );
}

export function Labelled({
  form,
  name,
  label = LABELS[name],
  hint,
  children,
}: FieldProps & { children: ReactNode }) {
  const error = form.errors[name];
  return (
    <div className={`field field-${name}`}>
      <label htmlFor={fieldId(name)}>{label}</label>
      {children}
      {error && (
        <p className="error" id={`${fieldId(name)}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${fieldId(name)}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface InputProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'tel';
  readonly autoComplete: string;
  readonly required?: boolean;
  readonly maxLength?: number;
}

export function Input({
  form,
  name,
  label,
  hint,
  type = 'text',
  autoComplete,
  required = false,
  maxLength,
}: InputProps) {
  return (
    <Labelled form={form} name={name} label={label} hint={hint}>
      <input
        {...control(form, name, hint)}
        className="control"
        type={type}
        autoComplete={autoComplete}
        required={required}
        maxLength={maxLength}
      />
    </Labelled>
  );
}

export interface SelectProps extends FieldProps {
  readonly options: readonly (readonly [value: string, text: string])[];
  /** Label of the empty choice; without it a value is always selected. */
  readonly empty?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

export function Select({
  form,
  name,
  hint,
  options,
  empty,
  required = false,
  disabled = false,
}: SelectProps) {
  return (
    <Labelled form={form} name={name} hint={hint}>
      <select
        {...control(form, name, hint)}
        className="control select"
        required={required}
        disabled={disabled}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

export function TextArea({ form, name }: FieldProps) {
  return (
    <Labelled form={form} name={name}>
      <textarea {...control(form, name)} className="control" rows={3} />
    </Labelled>
  );
}
