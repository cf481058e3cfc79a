import type { components } from './schema';

type Schemas = components['schemas'];

/** Whether the browser supports passkeys and their JSON format. */
export const canUsePasskeys = () =>
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** The user canceled, timed out or has no matching passkey; browsers do not distinguish these. */
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

/** Create a passkey in the browser. Throws NoPasskey. */
export async function createPasskey(options: Schemas['OptionsToAdd']): Promise<Schemas['AddedCredential']> {
  const passkey = await ask(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  );
  return passkey as Schemas['AddedCredential'];
}

/** Sign in with a passkey of the browser. Throws NoPasskey. */
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
        ? 'This device already has a passkey for your account.'
        : name === 'NotAllowedError' || name === 'AbortError'
          ? 'No passkey was used. Try again or choose another method.'
          : unsupported,
      { cause: error },
    );
  }
}
