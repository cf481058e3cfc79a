import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from './client';
import type { components } from './schema';

/** Request a password link by email; the response does not reveal whether the address has an account. */
export const useForgotPassword = () =>
  useMutation({
    mutationFn: (input: components['schemas']['ForgotInput']) =>
      unwrap(api.POST('/api/password/forgot', { body: input })),
  });

/** Set a new password with an emailed link. */
export const useResetPassword = () =>
  useMutation({
    mutationFn: (input: components['schemas']['ResetInput']) =>
      unwrap(api.POST('/api/password/reset', { body: input })),
  });

/** Confirm a new email address with the emailed link. */
export const useConfirmEmail = () =>
  useMutation({ mutationFn: (token: string) => unwrap(api.POST('/api/email/confirm', { body: { token } })) });

/** Resend the confirmation link to the signed-in user. */
export const useSendConfirmation = () =>
  useMutation({ mutationFn: () => unwrap(api.POST('/api/email/confirmation')) });

/** Keep the old email address with the emailed link. */
export const useKeepEmail = () =>
  useMutation({ mutationFn: (token: string) => unwrap(api.POST('/api/email/undo', { body: { token } })) });
