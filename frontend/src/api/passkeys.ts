import type { components } from './schema';

type Schemas = components['schemas'];

/** Whether this browser can make and use passkeys, and speaks of them in JSON. */
export const canUsePasskeys = () =>
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** Somebody changed their mind, took too long, or the device has nothing that fits; browsers do not say which. */
export class NoPasskey extends Error {
  readonly sentence: string;

  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'NoPasskey';
    this.sentence = sentence;
  }
}

const unsupported =
  'This browser cannot use passkeys here. Try another browser, or an authenticator app on your phone.';

/** Has the browser make a passkey. Throws NoPasskey. */
export async function createPasskey(options: Schemas['OptionsToAdd']): Promise<Schemas['AddedCredential']> {
  const made = await ask(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  );
  return made as Schemas['AddedCredential'];
}

/** Has the browser use a passkey. Throws NoPasskey. */
export async function showPasskey(options: Schemas['OptionsToShow']): Promise<Schemas['ShownCredential']> {
  const shown = await ask(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    }),
  );
  return shown as Schemas['ShownCredential'];
}

async function ask(call: () => Promise<Credential | null>): Promise<unknown> {
  if (!canUsePasskeys()) {
    throw new NoPasskey(unsupported);
  }
  try {
    return ((await call()) as PublicKeyCredential | null)?.toJSON();
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    throw new NoPasskey(
      name === 'InvalidStateError'
        ? 'This device has a passkey for your account already.'
        : name === 'NotAllowedError' || name === 'AbortError'
          ? 'No passkey was used. Try again, or choose another way.'
          : unsupported,
      { cause: error },
    );
  }
}
