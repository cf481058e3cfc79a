import * as z from 'zod/mini';
import { useCreateUser } from '@/api/admin';
import { useRecordForm } from '@/components/useServerForm';
import { email, visible } from '@/lib/typed-checks';
import { FormDialog } from '@/ui/FormDialog';
import { SelectField, TextField, useCheckedForm } from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { Options } from '@/ui/Input';
import { PasswordStrength } from '@/ui/PasswordStrength';

export const roles = { admin: 'Admin', manager: 'Manager', staff: 'Staff', user: 'User' } as const;

/** Validation of a new user (specification, section 5). */
const newUserSchema = z.object({
  email: email('Please enter a valid email address'),
  password: z.string().check(z.minLength(6, 'Password must be at least 6 characters')),
  companyName: z.string().check(visible()),
  phoneNumber: z.string().check(visible()),
  role: z.enum(['admin', 'manager', 'staff', 'user']),
  isActive: z.boolean(),
});

type NewUserForm = z.infer<typeof newUserSchema>;

/** Dialog that creates a user. Mounted only while open. */
export function NewUserDialog({ onClose }: { onClose: () => void }) {
  const form = useCheckedForm(newUserSchema, {
    email: '',
    password: '',
    companyName: '',
    phoneNumber: '',
    role: 'user',
    isActive: true,
  });
  const record = useRecordForm({
    form,
    save: useCreateUser(),
    sent: (input: NewUserForm) => input,
    failed: 'Error',
    done: ({ email }: { email: string }) => ({ title: 'Success', description: `User created: ${email}` }),
    onClose,
  });
  return (
    <FormDialog
      title="Add User"
      description="They can sign in right away with this email and password."
      {...record}
      submitLabel="Create User"
      pendingLabel="Creating..."
    >
      <div className="grid gap-5">
        <TextField form={form} name="email" label="Email" required type="email" autoComplete="off" />
        <TextField
          form={form}
          name="password"
          label="Password"
          hint={
            form.watch('role') === 'admin' ? (
              'At least 12 characters for an admin'
            ) : (
              <PasswordStrength password={form.watch('password')} />
            )
          }
          required
          type="password"
          autoComplete="new-password"
        />
        <TextField form={form} name="companyName" label="Company Name (Optional)" autoComplete="off" />
        <TextField
          form={form}
          name="phoneNumber"
          label="Phone Number (Optional)"
          type="tel"
          autoComplete="off"
        />
        <SelectField
          form={form}
          name="role"
          label="Role"
          hint="Admins manage this installation. All other roles have the same permissions, each with a business of their own."
        >
          <Options of={roles} />
        </SelectField>
        <FormSwitch
          form={form}
          name="isActive"
          label="Active"
          hint="Inactive users can’t sign in, and their booking form is unavailable."
        />
      </div>
    </FormDialog>
  );
}
