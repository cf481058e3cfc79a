import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Field } from './Field';
import { Input } from './Input';
import { PasswordStrength } from './PasswordStrength';

interface NewPasswordFieldsProps<Fields extends FieldValues> {
  form: UseFormReturn<Fields>;
  name: Path<Fields>;
  label: 'Password' | 'New Password';
  shortest?: number;
}

/** A password that somebody chooses, and the same once more in the form's `confirmPassword`. */
export function NewPasswordFields<Fields extends FieldValues & { confirmPassword: string }>({
  form,
  name,
  label,
  shortest,
}: NewPasswordFieldsProps<Fields>) {
  const confirmation = 'confirmPassword' as Path<Fields>;
  const faultOf = (field: Path<Fields>) => form.getFieldState(field, form.formState).error?.message;
  return (
    <>
      <Field
        label={label}
        error={faultOf(name)}
        hint={<PasswordStrength password={form.watch(name)} {...(shortest !== undefined && { shortest })} />}
        required
      >
        <Input type="password" autoComplete="new-password" {...form.register(name)} />
      </Field>
      <Field label="Confirm Password" error={faultOf(confirmation)} required>
        <Input type="password" autoComplete="new-password" {...form.register(confirmation)} />
      </Field>
    </>
  );
}
