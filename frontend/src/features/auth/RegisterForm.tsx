import { zodResolver } from '@hookform/resolvers/zod';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { sentenceOf } from '@/api/errors';
import { showServerErrors } from '@/api/form-errors';
import { useRegister } from '@/api/user';
import type { Failure } from '@/lib/failure';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { TextField } from '@/ui/FormField';
import { NewPasswordFields } from '@/ui/NewPasswordFields';
import { toast } from '@/ui/toast-store';
import { type RegisterForm as Fields, registerSchema } from './schemas';

const TermsField = lazy(async () => ({ default: (await import('./TermsField')).TermsField }));

export function RegisterForm() {
  const registration = useRegister();
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<Fields>({
    resolver: zodResolver(registerSchema),
    defaultValues: {
      email: '',
      password: '',
      confirmPassword: '',
      companyName: '',
      phoneNumber: '',
      termsVersion: '',
    },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ confirmPassword: _, termsVersion, ...input }) => {
    setFailure(null);
    // The business starts by this browser's clock; the first-steps list asks whether that is right.
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    registration.mutate(
      { ...input, ...(termsVersion === '' ? {} : { termsVersion }), timeZone },
      {
        onSuccess: () =>
          toast({ title: 'Registration successful', description: 'Your account has been created' }),
        onError: (error) => {
          setFailure(showServerErrors(form, error));
          toast({ title: 'Registration failed', description: sentenceOf(error), destructive: true });
        },
      },
    );
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <TextField form={form} name="companyName" label="Company Name" required autoComplete="organization" />
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
      <Button type="submit" size="lg" disabled={registration.isPending} aria-busy={registration.isPending}>
        {registration.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
}
