import { lazy, Suspense } from 'react';
import { useRegister } from '@/api/user';
import { useServerForm } from '@/components/useServerForm';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { TextField, useCheckedForm } from '@/ui/FormField';
import { NewPasswordFields } from '@/ui/NewPasswordFields';
import { toast } from '@/ui/toast-store';
import { type RegisterForm as Fields, registerSchema } from './schemas';

const TermsField = lazy(async () => ({ default: (await import('./TermsField')).TermsField }));

export function RegisterForm() {
  const form = useCheckedForm(registerSchema, {
    email: '',
    password: '',
    confirmPassword: '',
    companyName: '',
    username: '',
    phoneNumber: '',
    termsVersion: '',
  });
  const { errors } = form.formState;
  const { submit, failure, pending } = useServerForm({
    form,
    save: useRegister(),
    sent: ({ confirmPassword: _, termsVersion, username, ...input }: Fields) => ({
      ...input,
      ...(username === '' ? {} : { username }),
      ...(termsVersion === '' ? {} : { termsVersion }),
      // The business's time zone defaults to the browser's; the setup checklist asks the owner to confirm it.
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    failed: 'Registration failed',
    onSaved: () => toast({ title: 'Registration successful', description: 'Your account has been created' }),
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <TextField form={form} name="companyName" label="Company Name" required autoComplete="organization" />
      <TextField form={form} name="username" label="Your Name (Optional)" autoComplete="name" />
      <TextField form={form} name="email" label="Email" required type="email" autoComplete="email" />
      <TextField
        form={form}
        name="phoneNumber"
        label="Phone Number (Optional)"
        type="tel"
        autoComplete="tel"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <NewPasswordFields form={form} name="password" label="Password" />
      </div>
      <Suspense>
        <TermsField
          value={form.watch('termsVersion')}
          onChange={(version) => {
            form.setValue('termsVersion', version);
            form.clearErrors('termsVersion');
          }}
          error={errors.termsVersion?.message}
        />
      </Suspense>
      <FailureAlert failure={failure} />
      <Button type="submit" size="lg" pending={pending} pendingLabel="Creating account...">
        Create Account
      </Button>
    </form>
  );
}
