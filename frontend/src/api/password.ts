import { useMutation, useQuery } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { read } from './read';
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

export type SignIn = components['schemas']['SignInOut'];

/** Browsers in which the user is signed in; reloaded on each visit. */
export function useSignIns() {
  return useQuery({ ...read([], '/api/sign-ins'), refetchOnMount: 'always' });
}

/** Sign out all other browsers. */
export const useEndOtherSignIns = () =>
  useMutation({
    mutationFn: () => unwrap(api.POST('/api/sign-ins/end-others')),
    meta: { invalidates: ['/api/sign-ins'] },
  });
