import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '@/api/errors';
import { useLogin } from '@/api/user';
import { useServerForm } from '@/components/useServerForm';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { TextField, useCheckedForm } from '@/ui/FormField';
import { PageSpinner } from '@/ui/Spinner';
import { toast } from '@/ui/toast-store';
import type { SecondStepProps } from './SecondStep';
import { type LoginForm as Fields, loginSchema } from './schemas';

// Loaded on demand: most users never need it.
const SecondStep = lazy(async () => ({ default: (await import('./SecondStep')).SecondStep }));

export function LoginForm() {
  const [step, setStep] = useState<AskedStep | null>(null);
  const form = useCheckedForm(loginSchema, { email: '', password: '' });
  const { submit, failure, pending } = useServerForm({
    form,
    save: useLogin(),
    sent: (input: Fields) => input,
    failed: 'Login failed',
    onSaved: (user) =>
      toast({ title: 'Login successful', description: `Welcome back ${user.companyName || user.email}` }),
    onRefused: (error) => {
      const next = askedStep(error);
      if (next !== null) setStep(next);
      return next !== null;
    },
  });
  if (step !== null) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <SecondStep {...step} onBack={() => setStep(null)} />
      </Suspense>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <TextField form={form} name="email" label="Email" required type="email" autoComplete="email" />
      <TextField
        form={form}
        name="password"
        label="Password"
        required
        type="password"
        autoComplete="current-password"
      />
      <Link
        to={paths.forgot}
        className="-mt-2 justify-self-end rounded-sm font-medium text-link text-sm hover:underline"
      >
        Forgot your password?
      </Link>
      <FailureAlert failure={failure} />
      <Button type="submit" size="lg" pending={pending} pendingLabel="Signing in...">
        Sign In
      </Button>
    </form>
  );
}

export type AskedStep = Pick<SecondStepProps, 'ticket' | 'methods'>;

/** Return the second step requested by a sign-in error, with its ticket; null for any other error. */
export function askedStep(error: unknown): AskedStep | null {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') return null;
  const methods = Array.isArray(error.extra.methods) ? error.extra.methods : [];
  return {
    ticket: String(error.extra.ticket),
    methods: (['passkey', 'totp'] as const).filter((method) => methods.includes(method)),
  };
}
