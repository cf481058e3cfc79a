import { type FormEvent, useState } from 'react';
import { failureOf } from '@/api/form-errors';
import { useLoginWithCode } from '@/api/second-factor';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

/** The second step of signing in, for accounts with an authenticator app. */
export function CodeStep({ ticket, onBack }: { ticket: string; onBack: () => void }) {
  const login = useLoginWithCode();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    login.mutate(
      { ticket, code },
      {
        onSuccess: (user) =>
          toast({ title: 'Login successful', description: `Welcome back ${user.companyName || user.email}` }),
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <Field label="Code" hint="From your authenticator app. Lost it? Enter a recovery code." required>
        <Input
          autoFocus
          autoComplete="one-time-code"
          inputMode="text"
          autoCapitalize="none"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <FailureAlert failure={login.error === null ? null : failureOf(login.error)} />
      <Button
        type="submit"
        size="lg"
        disabled={login.isPending || code.trim() === ''}
        aria-busy={login.isPending}
      >
        {login.isPending ? 'Signing in...' : 'Sign In'}
      </Button>
      <Button kind="secondary" onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
