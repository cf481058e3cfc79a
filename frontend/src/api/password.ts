import { useCall } from './change';
import { api } from './client';
import type { components } from './schema';

/** Requests an email with a link; the response is the same whether or not anybody has the address. */
export const useForgotPassword = () =>
  useCall((input: components['schemas']['ForgotInput']) => api.POST('/api/password/forgot', { body: input }));

/** Sets another password through the link of an email. */
export const useResetPassword = () =>
  useCall((input: components['schemas']['ResetInput']) => api.POST('/api/password/reset', { body: input }));

/** Makes a new email address count, through the link that was sent to it. */
export const useConfirmEmail = () =>
  useCall((token: string) => api.POST('/api/email/confirm', { body: { token } }));

/** Sends the link again that confirms the address of the person who is signed in. */
export const useSendConfirmation = () => useCall(() => api.POST('/api/email/confirmation'));

/** Keeps the old email address, through the link that was sent to it. */
export const useKeepEmail = () =>
  useCall((token: string) => api.POST('/api/email/undo', { body: { token } }));
