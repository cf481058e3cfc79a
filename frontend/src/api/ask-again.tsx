import { useState } from 'react';
import { createRoot } from 'react-dom/client';

import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Input } from '@/ui/Input';
import { api, body } from './client';
import { refusalOf } from './form-errors';
import { canUsePasskeys, showPasskey } from './passkeys';
import type { components } from './schema';

let asking: Promise<boolean> | null = null;

/**
 * Asks whose sign-in this is, over whatever is on the screen; true once that was shown. Calls that are refused at the
 * same time share one question.
 *
 * It has a root of its own: any call on any page may need it, and what is open there stays as it is.
 */
export function askAgain(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const end = (shown: boolean) => {
      asking = null;
      root.unmount();
      place.remove();
      resolve(shown);
    };
    root.render(<AskAgain onEnd={end} />);
  });
  return asking;
}

type Again = components['schemas']['AgainInput'];

function AskAgain({ onEnd }: { onEnd: (shown: boolean) => void }) {
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [passkey, setPasskey] = useState(canUsePasskeys());
  const show = async (given: () => Promise<Again>) => {
    setPending(true);
    setError(null);
    try {
      await api.POST('/api/reauthenticate', { body: await given() });
      onEnd(true);
    } catch (problem) {
      setError(problem);
      setPending(false);
    }
  };
  const submit = () => {
    void show(async () => ({ password, code: '', credential: null }));
  };
  const withPasskey = () =>
    void show(async () => {
      const options = body(
        await api.POST('/api/reauthenticate/passkey-options').catch((problem) => {
          setPasskey(false);
          throw problem;
        }),
      );
      return { password: '', code: '', credential: await showPasskey(options.publicKey) };
    });
  return (
    <FormDialog
      onClose={() => onEnd(false)}
      title="Enter your password again"
      description="This is a sensitive change, so we check that it is you. What you entered is kept."
      onSubmit={submit}
      submitLabel="Continue"
      pendingLabel="Checking..."
      error={refusalOf(error)}
      pending={pending}
      unsaved={false}
      aside={
        passkey ? (
          <Button kind="quiet" disabled={pending} onClick={withPasskey}>
            Use a Passkey
          </Button>
        ) : undefined
      }
    >
      <Field label="Password" required>
        <Input
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
