import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { read, reload } from './read';
import type { components } from './schema';
import { useEnterSession } from './user';

/** Whether the person has an authenticator app set up. */
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

/** Gives the password again, for what asks for it. */
export function useReauthenticate() {
  return useMutation({
    mutationFn: async (password: string) => {
      await api.POST('/api/reauthenticate', { body: { password, code: '' } });
    },
  });
}

/** The second step of signing in. */
export function useLoginWithCode() {
  const enter = useEnterSession();
  return useMutation({
    mutationFn: async (input: components['schemas']['SecondStepInput']) =>
      body(await api.POST('/api/login/second-factor', { body: input })),
    onSuccess: enter,
  });
}
