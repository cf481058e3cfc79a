import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useChangePassword, useSignedInUser } from '@/api/user';
import { useSentForm } from '@/booking-parts/useSentForm';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { TextField } from '@/ui/FormField';
import { NewPasswordFields } from '@/ui/NewPasswordFields';
import { toast } from '@/ui/toast-store';
import { UnsavedGuard } from '@/ui/UnsavedGuard';
import { type PasswordForm, passwordSchema } from './schemas';

export function SecurityTab() {
  const { role } = useSignedInUser();
  const form = useForm<PasswordForm>({
    resolver: zodResolver(passwordSchema),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const { dirtyFields } = form.formState;
  // A password manager fills in the present password on its own; that is not an unsaved change.
  const dirty = dirtyFields.newPassword === true || dirtyFields.confirmPassword === true;
  const { submit, failure, pending } = useSentForm({
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
    <Card className="max-w-2xl">
      <CardHeader title="Change Password" description="Every other device is signed out when it changes." />
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
          <UnsavedGuard dirty={dirty} />
          <FailureAlert failure={failure} className="sm:col-span-2" />
          <div className="sm:col-span-2">
            <Button type="submit" pending={pending} pendingLabel="Changing...">
              Change Password
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  );
}
