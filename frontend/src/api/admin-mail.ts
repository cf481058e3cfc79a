import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCall, useChange } from './change';
import { api, at } from './client';
import { ask, read, readPages } from './read';
import type { components } from './schema';

type Schemas = components['schemas'];

export type MailTemplate = Schemas['TemplateOut'];
type TemplateTexts = Schemas['TextsOut'];
/** How a test ended: of a mail server, an email or payment keys. */
export type Outcome = Schemas['CheckOut'];

export type AccountEmail = Schemas['AccountEmail'];

/** How many emails to customers businesses wrote in a week, and whose are stopped. */
export function useEmailVolumes() {
  return useQuery(read([], '/api/admin/email-volumes'));
}

/** Stops a business's emails to others, or lets them go out again. */
export const useStopEmail = () =>
  useChange(
    ({ operatorId, stopped }: { operatorId: number; stopped: boolean }) =>
      api.PATCH('/api/admin/email-volumes/{operator_id}', {
        ...at({ operator_id: operatorId }),
        body: { stopped },
      }),
    '/api/admin/audit',
    '/api/admin/email-volumes',
  );

/** The messages whose texts the installation may change. */
export function useMailTemplates() {
  return useQuery(read([], '/api/admin/mail-templates'));
}

/** Sets the words of a template; null goes back to the usual ones. */
export const useSaveTemplate = (kind: string) =>
  useChange(
    (input: TemplateTexts | Record<keyof TemplateTexts, null>) =>
      api.PATCH('/api/admin/mail-templates/{kind}', { ...at({ kind }), body: input }),
    '/api/admin/audit',
    '/api/admin/mail-templates',
  );

/** A template about an example, with words that are not saved yet. */
export function useTemplatePreview(kind: string, texts: TemplateTexts) {
  return useQuery({
    ...ask([], '/api/admin/mail-templates/{kind}/preview', texts, { path: { kind } }),
    placeholderData: keepPreviousData,
  });
}

/** Sends a template about an example to somebody, with words that are not saved yet. */
export const useSendTest = (kind: string) =>
  useCall((input: TemplateTexts & { to: string }) =>
    api.POST('/api/admin/mail-templates/{kind}/test', { ...at({ kind }), body: input }),
  );

/** Tests the mail server or the payment keys as a form has them; nothing is saved. */
export const useCheck = (group: 'email' | 'payments') =>
  // The server checks each group against its own model; the two bodies share only their address.
  useCall((input: Record<string, unknown>) =>
    api.POST(`/api/admin/settings/${group}/check`, { body: input as never }),
  );

/** Emails about accounts page after page, the newest first. Reloaded each time: it is about the present. */
export function useAccountEmails() {
  return useInfiniteQuery({
    ...readPages([], '/api/admin/emails', { limit: 20 }),
    staleTime: 0,
  });
}

/** The text of an account email that was not sent. */
export function useAccountEmail(id: number) {
  return useQuery(read([], '/api/admin/emails/{mail_id}', { path: { mail_id: id } }));
}

/** Sends an account email once more. */
export const useSendAccountEmailAgain = () =>
  useChange(
    (id: number) => api.POST('/api/admin/emails/{mail_id}/send-again', at({ mail_id: id })),
    '/api/admin/emails',
  );
