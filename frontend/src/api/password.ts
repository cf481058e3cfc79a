import { useMutation } from '@tanstack/react-query';
import { api, body } from './client';
import type { components } from './schema';

/** Requests an email with a link; the response is the same whether or not anybody has the address. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: async (input: components['schemas']['ForgotInput']) => {
      await api.POST('/api/password/forgot', { body: input });
    },
  });
}

/** Sets another password through the link of an email. */
export function useResetPassword() {
  return useMutation({
    mutationFn: async (input: components['schemas']['ResetInput']) => {
      await api.POST('/api/password/reset', { body: input });
    },
  });
}

/** Makes a new email address count, through the link that was sent to it. */
export function useConfirmEmail() {
  return useMutation({
    mutationFn: async (token: string) => body(await api.POST('/api/email/confirm', { body: { token } })),
  });
}

/** Sends the link again that confirms the address of the person who is signed in. */
export function useSendConfirmation() {
  return useMutation({
    mutationFn: async () => body(await api.POST('/api/email/confirmation')),
  });
}

/** Keeps the old email address, through the link that was sent to it. */
export function useKeepEmail() {
  return useMutation({
    mutationFn: async (token: string) => body(await api.POST('/api/email/undo', { body: { token } })),
  });
}
