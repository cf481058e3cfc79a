import { useCall } from './change';
import { api } from './client';
import type { components } from './schema';

/** Request a password link by email; the response does not reveal whether the address has an account. */
export const useForgotPassword = () =>
  useCall((input: components['schemas']['ForgotInput']) => api.POST('/api/password/forgot', { body: input }));

/** Set a new password with an emailed link. */
export const useResetPassword = () =>
  useCall((input: components['schemas']['ResetInput']) => api.POST('/api/password/reset', { body: input }));

/** Confirm a new email address with the emailed link. */
export const useConfirmEmail = () =>
  useCall((token: string) => api.POST('/api/email/confirm', { body: { token } }));

/** Resend the confirmation link to the signed-in user. */
export const useSendConfirmation = () => useCall(() => api.POST('/api/email/confirmation'));

/** Keep the old email address with the emailed link. */
export const useKeepEmail = () =>
  useCall((token: string) => api.POST('/api/email/undo', { body: { token } }));
