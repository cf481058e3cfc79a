import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { read, reload } from './read';
import type { components } from './schema';
import { useEnterSession } from './user';

type Schemas = components['schemas'];
export type SecondFactor = Schemas['SecondFactorOut'];
export type Passkey = Schemas['PasskeyOut'];
export type SecondFactorMethod = 'totp' | 'passkey';

/** The person's passkeys, authenticator app, recovery codes and remembered devices. */
export function useSecondFactor() {
  return useQuery(read([], '/api/second-factor'));
}

/** A new secret for an app; it counts once a code confirms it. */
export function useBeginTotp() {
  return useMutation({ mutationFn: async () => body(await api.POST('/api/second-factor/totp')) });
}

/** Turns it on; answers the recovery codes. */
export function useConfirmTotp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (code: string) =>
      body(await api.POST('/api/second-factor/totp/confirm', { body: { code } })),
    onSuccess: () => reload(client, '/api/second-factor'),
  });
}

export function useRemoveTotp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await api.DELETE('/api/second-factor/totp');
    },
    onSuccess: () => reload(client, '/api/second-factor'),
  });
}

/** Makes a passkey in this browser and keeps it; answers it, with recovery codes if it is the first factor. */
export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { publicKey } = body(await api.POST('/api/second-factor/passkeys/options'));
      const { createPasskey } = await import('./passkeys');
      const credential = await createPasskey(publicKey);
      return body(await api.POST('/api/second-factor/passkeys', { body: { credential, name: null } }));
    },
    onSuccess: () => reload(client, '/api/second-factor'),
  });
}

const passkey = (id: number) => ({ params: { path: { passkey_id: id } } });

export function useRenamePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, name }: { id: number; name: string }) =>
      body(await api.PATCH('/api/second-factor/passkeys/{passkey_id}', { ...passkey(id), body: { name } })),
    onSuccess: () => reload(client, '/api/second-factor'),
  });
}

export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.DELETE('/api/second-factor/passkeys/{passkey_id}', passkey(id)),
    // Also after a refusal: it may have been removed elsewhere.
    onSettled: () => reload(client, '/api/second-factor'),
  });
}

/** Other recovery codes, in place of all earlier ones. */
export function useRenewRecoveryCodes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => body(await api.POST('/api/second-factor/recovery-codes')),
    onSuccess: () => reload(client, '/api/second-factor'),
  });
}

/** Asks a remembered browser for the second factor again. */
export function useForgetDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      api.DELETE('/api/second-factor/devices/{device_id}', { params: { path: { device_id: id } } }),
    onSettled: () => reload(client, '/api/second-factor'),
  });
}

/** The second step of signing in with a passkey of this browser. */
export function useLoginWithPasskey() {
  const enter = useEnterSession();
  return useMutation({
    mutationFn: async ({ ticket, remember }: { ticket: string; remember: boolean }) => {
      const { publicKey } = body(await api.POST('/api/login/passkey-options', { body: { ticket } }));
      const { showPasskey } = await import('./passkeys');
      const credential = await showPasskey(publicKey);
      return body(
        await api.POST('/api/login/second-factor', { body: { ticket, code: '', credential, remember } }),
      );
    },
    onSuccess: enter,
  });
}

/** The second step of signing in with a code. */
export function useLoginWithCode() {
  const enter = useEnterSession();
  return useMutation({
    mutationFn: async (input: { ticket: string; code: string; remember: boolean }) =>
      body(await api.POST('/api/login/second-factor', { body: { ...input, credential: null } })),
    onSuccess: enter,
  });
}
