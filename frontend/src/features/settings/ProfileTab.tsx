import { Link } from 'react-router';
import { can } from '@/api/rights';
import type { User } from '@/api/types';
import { useUpdateProfile } from '@/api/user';
import { FormEnd } from '@/components/FormEnd';
import { useServerForm } from '@/components/useServerForm';
import { paths } from '@/lib/paths';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { TextField, useCheckedForm } from '@/ui/FormField';
import { toast } from '@/ui/toast-store';
import { type ProfileForm, profileSchema } from './schemas';

function fieldsOf(user: User): ProfileForm {
  const { username, email, companyName, phoneNumber } = user;
  return {
    username,
    email,
    companyName: companyName ?? '',
    phoneNumber: phoneNumber ?? '',
    currentPassword: '',
  };
}

export function ProfileTab({ user }: { user: User }) {
  const form = useCheckedForm(profileSchema, fieldsOf(user));
  const { isDirty } = form.formState;
  // A new email address changes how the user signs in, so it requires the password.
  const moves = form.watch('email').trim().toLowerCase() !== user.email.toLowerCase();
  const { submit, failure, pending } = useServerForm({
    form,
    save: useUpdateProfile(user.id),
    sent: ({ phoneNumber, currentPassword, ...input }: ProfileForm) => ({
      ...input,
      phoneNumber: phoneNumber === '' ? null : phoneNumber,
      ...(moves ? { currentPassword } : {}),
    }),
    failed: 'Update failed',
    onSaved: (saved, { email }) => {
      form.reset(fieldsOf(saved));
      const awaited = email === saved.email ? null : saved.pendingEmail;
      toast({
        title: 'Profile updated',
        description: awaited
          ? `Open the link we sent to ${awaited}. Until then, your current address stays.`
          : 'Your profile has been saved.',
      });
    },
  });
  return (
    <Card id="profile" className="max-w-2xl">
      <CardHeader
        title="Profile"
        description={
          can(user, 'changeSettings') ? (
            <>
              Your account details. Customers see your company name on the booking form; your address, phone
              and email for customers are under{' '}
              <Link to={`${paths.settings}?tab=business`} className="rounded-sm text-link underline">
                Business
              </Link>
              .
            </>
          ) : (
            'Your account details.'
          )
        }
      />
      <CardBody>
        <form onSubmit={submit} noValidate className="grid gap-5 sm:grid-cols-2">
          <TextField form={form} name="username" label="Username" required autoComplete="username" />
          <TextField form={form} name="email" label="Email" required type="email" autoComplete="email" />
          {moves ? (
            <TextField
              form={form}
              name="currentPassword"
              label="Current Password"
              hint="Required to change your email address."
              required
              fieldClassName="sm:col-span-2"
              type="password"
              autoComplete="current-password"
            />
          ) : null}
          {user.pendingEmail ? (
            <p className="text-soft text-sm sm:col-span-2">
              {user.pendingEmail} becomes your email address once you open the link we sent there.
            </p>
          ) : null}
          <TextField
            form={form}
            name="companyName"
            label="Company Name"
            required
            autoComplete="organization"
          />
          <TextField
            form={form}
            name="phoneNumber"
            label="Phone Number (Optional)"
            type="tel"
            autoComplete="tel"
          />
          <FormEnd
            dirty={isDirty}
            failure={failure}
            pending={pending}
            label="Save Changes"
            pendingLabel="Saving..."
          />
        </form>
      </CardBody>
    </Card>
  );
}
