import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { TextField } from './FormField';
import { PasswordStrength } from './PasswordStrength';

interface NewPasswordFieldsProps<Fields extends FieldValues> {
  form: UseFormReturn<Fields>;
  name: Path<Fields>;
  label: 'Password' | 'New Password';
  shortest?: number;
}

/** New password and its confirmation, in the form's `confirmPassword`. */
export function NewPasswordFields<Fields extends FieldValues & { confirmPassword: string }>({
  form,
  name,
  label,
  shortest,
}: NewPasswordFieldsProps<Fields>) {
  const confirmation = 'confirmPassword' as Path<Fields>;
  return (
    <>
      <TextField
        form={form}
        name={name}
        label={label}
        hint={<PasswordStrength password={form.watch(name)} {...(shortest !== undefined && { shortest })} />}
        required
        type="password"
        autoComplete="new-password"
      />
      <TextField
        form={form}
        name={confirmation}
        label="Confirm Password"
        required
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}
