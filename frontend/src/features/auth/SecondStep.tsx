import { type FormEvent, useState } from 'react';
import { refusalOf } from '@/api/form-errors';
import { type SecondFactorMethod, useLoginWithCode, useLoginWithPasskey } from '@/api/second-factor';
import { useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

export interface SecondStepProps {
  ticket: string;
  methods: readonly SecondFactorMethod[];
  onBack: () => void;
}

/** Second sign-in step for accounts with a passkey or an authenticator app. */
export function SecondStep({ ticket, methods, onBack }: SecondStepProps) {
  const format = useFormat();
  const byPasskey = useLoginWithPasskey();
  const byCode = useLoginWithCode();
  const hasPasskey = methods.includes('passkey');
  const hasApp = methods.includes('totp');
  const [typing, setTyping] = useState(hasApp || !hasPasskey);
  const [code, setCode] = useState('');
  const [remember, setRemember] = useState(false);
  const pending = byPasskey.isPending || byCode.isPending;
  const error = byPasskey.error ?? byCode.error;
  const reset = () => {
    byPasskey.reset();
    byCode.reset();
  };
  const welcome = {
    onSuccess: (user: { companyName: string | null; email: string }) =>
      toast({ title: 'Login successful', description: `Welcome back ${user.companyName || user.email}` }),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reset();
    byCode.mutate({ ticket, code, remember }, welcome);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {hasPasskey ? (
        <Button
          size="lg"
          // First in the tab order, so Enter and screen readers reach it first.
          autoFocus
          disabled={pending}
          pending={byPasskey.isPending}
          pendingLabel="Waiting for your passkey..."
          onClick={() => {
            reset();
            byPasskey.mutate({ ticket, remember }, welcome);
          }}
        >
          Use Your Passkey
        </Button>
      ) : null}
      {typing ? (
        <Field
          label={hasApp ? 'Code' : 'Recovery Code'}
          hint={
            hasApp
              ? 'Enter the code from your authenticator app, or a recovery code if you don’t have the app.'
              : 'One of the codes you saved when you set up your passkey.'
          }
          required
        >
          <Input
            autoFocus={!hasPasskey || !hasApp}
            autoComplete="one-time-code"
            inputMode="text"
            autoCapitalize="none"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
      ) : null}
      <Checkbox
        label="Don't ask again on this device for 30 days"
        checked={remember}
        onChange={setRemember}
      />
      <FailureAlert failure={refusalOf(format, error)} />
      {typing ? (
        <Button
          type="submit"
          kind={hasPasskey ? 'secondary' : 'primary'}
          size="lg"
          disabled={pending || code.trim() === ''}
          pending={byCode.isPending}
          pendingLabel="Signing in..."
        >
          Sign In
        </Button>
      ) : (
        <Button kind="secondary" size="lg" disabled={pending} onClick={() => setTyping(true)}>
          Use a Recovery Code
        </Button>
      )}
      <Button kind="quiet" onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
