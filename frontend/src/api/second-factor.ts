import { useQuery } from '@tanstack/react-query';
import { useCall, useChange, useContestedChange } from './change';
import { api, at, body } from './client';
import { read } from './read';
import type { components } from './schema';
import { useEnterSession } from './user';

type Schemas = components['schemas'];
export type SecondFactor = Schemas['SecondFactorOut'];
export type Passkey = Schemas['PasskeyOut'];
export type SecondFactorMethod = 'totp' | 'passkey';

/** The user's passkeys, authenticator app, recovery codes and remembered devices. */
export function useSecondFactor() {
  return useQuery(read([], '/api/second-factor'));
}

/** Create an authenticator secret; it takes effect once confirmed by a code. */
export const useBeginTotp = () => useCall(() => api.POST('/api/second-factor/totp'));

/** Turn on the authenticator app; returns recovery codes. */
export const useConfirmTotp = () =>
  useChange(
    (code: string) => api.POST('/api/second-factor/totp/confirm', { body: { code } }),
    '/api/second-factor',
  );

export const useRemoveTotp = () =>
  useChange(() => api.DELETE('/api/second-factor/totp'), '/api/second-factor');

/** Create a passkey in this browser and register it; returns recovery codes if it is the first factor. */
export const useAddPasskey = () =>
  useChange(async () => {
    const { publicKey } = body(await api.POST('/api/second-factor/passkeys/options'));
    const { createPasskey } = await import('./passkeys');
    const credential = await createPasskey(publicKey);
    return api.POST('/api/second-factor/passkeys', { body: { credential, name: null } });
  }, '/api/second-factor');

const passkey = (id: number) => at({ passkey_id: id });

export const useRenamePasskey = () =>
  useChange(
    ({ id, name }: { id: number; name: string }) =>
      api.PATCH('/api/second-factor/passkeys/{passkey_id}', { ...passkey(id), body: { name } }),
    '/api/second-factor',
  );

export const useRemovePasskey = () =>
  useContestedChange(
    (id: number) => api.DELETE('/api/second-factor/passkeys/{passkey_id}', passkey(id)),
    '/api/second-factor',
  );

/** Replace all recovery codes. */
export const useRenewRecoveryCodes = () =>
  useChange(() => api.POST('/api/second-factor/recovery-codes'), '/api/second-factor');

/** Forget a remembered browser, which then needs the second factor again. */
export const useForgetDevice = () =>
  useContestedChange(
    (id: number) => api.DELETE('/api/second-factor/devices/{device_id}', at({ device_id: id })),
    '/api/second-factor',
  );

/** Second sign-in step with a passkey of this browser. */
export const useLoginWithPasskey = () =>
  useCall(
    async ({ ticket, remember }: { ticket: string; remember: boolean }) => {
      const { publicKey } = body(await api.POST('/api/login/passkey-options', { body: { ticket } }));
      const { showPasskey } = await import('./passkeys');
      const credential = await showPasskey(publicKey);
      return api.POST('/api/login/second-factor', { body: { ticket, code: '', credential, remember } });
    },
    { onSuccess: useEnterSession() },
  );

/** Second sign-in step with a code. */
export const useLoginWithCode = () =>
  useCall(
    (input: { ticket: string; code: string; remember: boolean }) =>
      api.POST('/api/login/second-factor', { body: { ...input, credential: null } }),
    { onSuccess: useEnterSession() },
  );
