import { useMutation } from '@tanstack/react-query';
import { api } from './client';
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
