import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from './Field';
import { Input } from './Input';
import { PasswordStrength } from './PasswordStrength';

interface NewPasswordFieldsProps {
  label: 'Password' | 'New Password';
  /** As it is typed now, which says how strong it is. */
  typed: string;
  shortest?: number;
  password: UseFormRegisterReturn;
  fault: string | undefined;
  confirmed: UseFormRegisterReturn;
  confirmFault: string | undefined;
}

/** A password that somebody chooses, and the same once more. */
export function NewPasswordFields({
  label,
  typed,
  shortest,
  password,
  fault,
  confirmed,
  confirmFault,
}: NewPasswordFieldsProps) {
  return (
    <>
      <Field
        label={label}
        error={fault}
        hint={<PasswordStrength password={typed} {...(shortest !== undefined && { shortest })} />}
        required
      >
        <Input type="password" autoComplete="new-password" {...password} />
      </Field>
      <Field label="Confirm Password" error={confirmFault} required>
        <Input type="password" autoComplete="new-password" {...confirmed} />
      </Field>
    </>
  );
}
