import { useMutation } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema';

/** Asks for a mail with a link; the answer is the same whether anybody has the address. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: async (input: components['schemas']['ForgotInput']) => {
      await api.POST('/api/password/forgot', { body: input });
    },
  });
}

/** Sets another password by the link of a mail. */
export function useResetPassword() {
  return useMutation({
    mutationFn: async (input: components['schemas']['ResetInput']) => {
      await api.POST('/api/password/reset', { body: input });
    },
  });
}
