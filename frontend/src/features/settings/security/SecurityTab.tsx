import { useChangePassword, useSignedInUser } from '@/api/user';
import { FormEnd } from '@/components/FormEnd';
import { useServerForm } from '@/components/useServerForm';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { TextField, useCheckedForm } from '@/ui/FormField';
import { NewPasswordFields } from '@/ui/NewPasswordFields';
import { toast } from '@/ui/toast-store';
import { type PasswordForm, passwordSchema } from '../schemas';

export function SecurityTab() {
  const { role } = useSignedInUser();
  const form = useCheckedForm(passwordSchema, { currentPassword: '', newPassword: '', confirmPassword: '' });
  const { dirtyFields } = form.formState;
  // Password managers fill in the current password; that is not an unsaved change.
  const dirty = dirtyFields.newPassword === true || dirtyFields.confirmPassword === true;
  const { submit, failure, pending } = useServerForm({
    form,
    save: useChangePassword(),
    sent: (input: PasswordForm) => input,
    failed: 'Password change failed',
    onSaved: () => {
      form.reset();
      toast({ title: 'Password changed', description: 'Other devices have been signed out.' });
    },
  });
  return (
    <Card id="change-password" className="max-w-2xl">
      <CardHeader title="Change Password" description="Changing your password signs out all other devices." />
      <CardBody>
        <form onSubmit={submit} noValidate className="grid gap-5 sm:grid-cols-2">
          <TextField
            form={form}
            name="currentPassword"
            label="Current Password"
            required
            fieldClassName="sm:col-span-2"
            type="password"
            autoComplete="current-password"
          />
          <NewPasswordFields
            form={form}
            name="newPassword"
            label="New Password"
            shortest={role === 'admin' ? 12 : 6}
          />
          <FormEnd
            dirty={dirty}
            failure={failure}
            pending={pending}
            label="Change Password"
            pendingLabel="Changing..."
          />
        </form>
      </CardBody>
    </Card>
  );
}
