import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, body, unwrap } from './client';
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
export const useBeginTotp = () =>
  useMutation({ mutationFn: () => unwrap(api.POST('/api/second-factor/totp')) });

/** Turn on the authenticator app; returns recovery codes. */
export const useConfirmTotp = () =>
  useMutation({
    mutationFn: (code: string) => unwrap(api.POST('/api/second-factor/totp/confirm', { body: { code } })),
    meta: { invalidates: ['/api/second-factor'] },
  });

export const useRemoveTotp = () =>
  useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/second-factor/totp')),
    meta: { invalidates: ['/api/second-factor'] },
  });

/** Create a passkey in this browser and register it; returns recovery codes if it is the first factor. */
export const useAddPasskey = () =>
  useMutation({
    mutationFn: async () => {
      const { publicKey } = body(await api.POST('/api/second-factor/passkeys/options'));
      const { createPasskey } = await import('./passkeys');
      const credential = await createPasskey(publicKey);
      return unwrap(api.POST('/api/second-factor/passkeys', { body: { credential, name: null } }));
    },
    meta: { invalidates: ['/api/second-factor'] },
  });

const passkey = (id: number) => at({ passkey_id: id });

export const useRenamePasskey = () =>
  useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      unwrap(api.PATCH('/api/second-factor/passkeys/{passkey_id}', { ...passkey(id), body: { name } })),
    meta: { invalidates: ['/api/second-factor'] },
  });

export const useRemovePasskey = () =>
  useMutation({
    mutationFn: (id: number) => unwrap(api.DELETE('/api/second-factor/passkeys/{passkey_id}', passkey(id))),
    meta: { invalidates: ['/api/second-factor'], invalidatesOnError: true },
  });

/** Replace all recovery codes. */
export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: () => unwrap(api.POST('/api/second-factor/recovery-codes')),
    meta: { invalidates: ['/api/second-factor'] },
  });

/** Forget a remembered browser, which then needs the second factor again. */
export const useForgetDevice = () =>
  useMutation({
    mutationFn: (id: number) =>
      unwrap(api.DELETE('/api/second-factor/devices/{device_id}', at({ device_id: id }))),
    meta: { invalidates: ['/api/second-factor'], invalidatesOnError: true },
  });

/** Complete the second sign-in step with a passkey stored in this browser. */
export const useLoginWithPasskey = () =>
  useMutation({
    mutationFn: async ({ ticket, remember }: { ticket: string; remember: boolean }) => {
      const { publicKey } = body(await api.POST('/api/login/passkey-options', { body: { ticket } }));
      const { showPasskey } = await import('./passkeys');
      const credential = await showPasskey(publicKey);
      return unwrap(
        api.POST('/api/login/second-factor', { body: { ticket, code: '', credential, remember } }),
      );
    },
    onSuccess: useEnterSession(),
  });

/** Complete the second sign-in step with a code. */
export const useLoginWithCode = () =>
  useMutation({
    mutationFn: (input: { ticket: string; code: string; remember: boolean }) =>
      unwrap(api.POST('/api/login/second-factor', { body: { ...input, credential: null } })),
    onSuccess: useEnterSession(),
  });
