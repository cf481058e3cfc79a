import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import type { FieldPathByValue, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { faultOf } from '@/ui/FormField';

export interface ChoiceProps {
  legend: string;
  children: ReactNode;
  error?: string | undefined;
}

/** Radio buttons, each with an explanation. */
export function Choice({ legend, children, error }: ChoiceProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id} className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      {children}
      {error === undefined ? null : (
        <p id={id} className="text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

export interface OptionProps extends ComponentProps<'input'> {
  label: string;
  hint: string;
}

export function Option({ label, hint, ...props }: OptionProps) {
  const id = useId();
  return (
    <div className="relative flex gap-3 rounded-md border border-line bg-surface px-3 py-2.5 transition-colors hover:border-edge has-checked:border-action has-checked:bg-action-wash/50">
      <input
        {...props}
        type="radio"
        id={id}
        aria-describedby={`${id}-hint`}
        className="relative z-1 mt-0.5 size-4 shrink-0 cursor-pointer accent-action"
      />
      <div className="min-w-0">
        <label
          htmlFor={id}
          className="cursor-pointer font-medium text-sm before:absolute before:inset-0 before:content-['']"
        >
          {label}
        </label>
        <p id={`${id}-hint`} className="text-faint text-sm">
          {hint}
        </p>
      </div>
    </div>
  );
}

export interface FormChoiceProps<
  Fields extends FieldValues,
  Name extends FieldPathByValue<Fields, string>,
  Output,
> extends Pick<ChoiceProps, 'legend' | 'error'> {
  form: UseFormReturn<Fields, unknown, Output>;
  name: Name;
  /** Label and explanation of each value. */
  options: Readonly<Record<FieldPathValue<Fields, Name>, readonly [label: string, hint: string]>>;
}

/** A choice bound to a form field. */
export function FormChoice<
  Fields extends FieldValues,
  Name extends FieldPathByValue<Fields, string>,
  Output,
>({ form, name, legend, error = faultOf(form, name), options }: FormChoiceProps<Fields, Name, Output>) {
  return (
    <Choice legend={legend} error={error}>
      {Object.entries<readonly [string, string]>(options).map(([value, [label, hint]]) => (
        <Option key={value} label={label} hint={hint} value={value} {...form.register(name)} />
      ))}
    </Choice>
  );
}
