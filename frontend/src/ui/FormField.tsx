import { zodResolver } from '@hookform/resolvers/zod';
import type { ComponentProps, JSX } from 'react';
import {
  Controller,
  type DefaultValues,
  type FieldError,
  type FieldPath,
  type FieldPathByValue,
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { $ZodType } from 'zod/v4/core';
import { Checkbox } from './Checkbox';
import { Field, type FieldProps } from './Field';
import { CountInput, Input, NumberInput, PriceInput, Select, Textarea } from './Input';

/** Form validated by a schema, with its initial values. */
export function useCheckedForm<Fields extends FieldValues, Input extends FieldValues>(
  schema: $ZodType<Input, Fields>,
  defaultValues: DefaultValues<NoInfer<Fields>>,
): UseFormReturn<Fields, unknown, Input> {
  return useForm<Fields, unknown, Input>({ resolver: zodResolver(schema), defaultValues });
}

export interface FormFieldProps<Fields extends FieldValues, Output>
  extends Pick<FieldProps, 'label' | 'hint' | 'required' | 'error'> {
  form: UseFormReturn<Fields, unknown, Output>;
  name: FieldPath<Fields>;
  /** Class of the whole field; `className` is the control's. */
  fieldClassName?: string;
  options?: RegisterOptions<Fields>;
}

/** Props that the field sets on its control itself. */
type OwnProps =
  | keyof FormFieldProps<FieldValues, unknown>
  | 'ref'
  | 'value'
  | 'defaultValue'
  | 'onChange'
  | 'onBlur';

/** Registration of a number field; the form holds NaN while it is empty. */
export const asNumber = { valueAsNumber: true } as const;

/** Error of a form field, or of a list as a whole. */
export function faultOf<Fields extends FieldValues, Output>(
  form: UseFormReturn<Fields, unknown, Output>,
  name: FieldPath<Fields>,
): string | undefined {
  const fault: FieldError | undefined = get(form.formState.errors, name);
  return fault?.message ?? fault?.root?.message;
}

/**
 * Create a form field component from a control: registered by name, with its error.
 *
 * The field accepts a label, a hint and the control's props.
 */
export function fieldOf<Props>(Control: (props: Props) => JSX.Element, usual?: typeof asNumber) {
  return function FormField<Fields extends FieldValues, Output>({
    form,
    name,
    label,
    hint,
    required = false,
    error = faultOf(form, name),
    fieldClassName,
    options,
    ...control
  }: FormFieldProps<Fields, Output> & Omit<Props, OwnProps>) {
    return (
      <Field
        label={label}
        hint={hint}
        error={error}
        required={required}
        {...(fieldClassName !== undefined && { className: fieldClassName })}
      >
        <Control {...(control as Props)} {...form.register(name, options ?? usual)} />
      </Field>
    );
  };
}

export const TextField = fieldOf<ComponentProps<'input'>>(Input);
export const LongTextField = fieldOf<ComponentProps<'textarea'>>(Textarea);
export const SelectField = fieldOf<ComponentProps<'select'>>(Select);
export const NumberField = fieldOf<ComponentProps<'input'>>(NumberInput, asNumber);
export const PriceField = fieldOf<ComponentProps<'input'>>(PriceInput, asNumber);
export const CountField = fieldOf<ComponentProps<'input'>>(CountInput, asNumber);

interface FormCheckboxProps<Fields extends FieldValues, Output> {
  form: UseFormReturn<Fields, unknown, Output>;
  name: FieldPathByValue<Fields, boolean>;
  label: string;
}

/** Checkbox as a form field. */
export function FormCheckbox<Fields extends FieldValues, Output>({
  form,
  name,
  label,
}: FormCheckboxProps<Fields, Output>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => <Checkbox label={label} checked={field.value} onChange={field.onChange} />}
    />
  );
}
