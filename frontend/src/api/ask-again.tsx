import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useFormat } from '@/lib/format';

import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Input } from '@/ui/Input';
import type { Api } from './client';
import { refusalOf } from './form-errors';
import { canUsePasskeys, showPasskey } from './passkeys';
import type { components } from './schema';
import type { SecondFactorMethod } from './second-factor';

let asking: Promise<boolean> | null = null;

/**
 * Ask the user to re-authenticate, above the current page; resolves to true on success. Concurrent calls
 * share one dialog. `methods` are the user's second factors; with one, the password is not enough.
 *
 * Rendered in its own root: any call on any page may need it, and the page stays unchanged.
 */
export function askAgain(api: Api, methods: readonly SecondFactorMethod[]): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const end = (shown: boolean) => {
      asking = null;
      root.unmount();
      place.remove();
      resolve(shown);
    };
    root.render(
      methods.length > 0 ? (
        <AskForFactor api={api} methods={methods} onEnd={end} />
      ) : (
        <AskAgain api={api} onEnd={end} />
      ),
    );
  });
  return asking;
}

type Again = components['schemas']['AgainInput'];

function useProof(api: Api, onEnd: (proven: boolean) => void) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const prove = async (proof: () => Promise<Again>) => {
    setPending(true);
    setError(null);
    try {
      await api.POST('/api/reauthenticate', { body: await proof() });
      onEnd(true);
    } catch (problem) {
      setError(problem);
      setPending(false);
    }
  };
  return { pending, error, prove };
}

async function passkeyProof(api: Api): Promise<Again> {
  const { data: options } = await api.POST('/api/reauthenticate/passkey-options');
  if (options === undefined) throw new Error('The server sent no passkey options');
  return { password: '', code: '', credential: await showPasskey(options.publicKey) };
}

const DESCRIPTION =
  'This is a sensitive change, so we need to confirm it’s you. Your changes on the page are kept.';

function AskAgain({ api, onEnd }: { api: Api; onEnd: (proven: boolean) => void }) {
  const format = useFormat();
  const [password, setPassword] = useState('');
  const { pending, error, prove } = useProof(api, onEnd);
  return (
    <FormDialog
      onClose={() => onEnd(false)}
      title="Enter your password again"
      description={DESCRIPTION}
      onSubmit={() => void prove(async () => ({ password, code: '', credential: null }))}
      submitLabel="Continue"
      pendingLabel="Checking..."
      error={refusalOf(format, error)}
      pending={pending}
      unsaved={false}
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

function AskForFactor({
  api,
  methods,
  onEnd,
}: {
  api: Api;
  methods: readonly SecondFactorMethod[];
  onEnd: (proven: boolean) => void;
}) {
  const format = useFormat();
  const [code, setCode] = useState('');
  const { pending, error, prove } = useProof(api, onEnd);
  const hasApp = methods.includes('totp');
  return (
    <FormDialog
      onClose={() => onEnd(false)}
      title="Confirm with two-factor authentication"
      description={DESCRIPTION}
      onSubmit={() => void prove(async () => ({ password: '', code, credential: null }))}
      submitLabel="Continue"
      pendingLabel="Checking..."
      error={refusalOf(format, error)}
      pending={pending}
      unsaved={false}
      aside={
        methods.includes('passkey') && canUsePasskeys() ? (
          <Button kind="quiet" disabled={pending} onClick={() => void prove(() => passkeyProof(api))}>
            Use a Passkey
          </Button>
        ) : undefined
      }
    >
      <Field
        label={hasApp ? 'Code' : 'Recovery Code'}
        hint={hasApp ? 'From your authenticator app, or a recovery code.' : undefined}
        required
      >
        <Input
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
