import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { ask, read, readPages } from './read';
import type { components } from './schema';

type Schemas = components['schemas'];

export type MailTemplate = Schemas['TemplateOut'];
type TemplateTexts = Schemas['TextsOut'];
/** Result of testing a mail server, an email or payment keys. */
export type Outcome = Schemas['CheckOut'];

export type AccountEmail = Schemas['AccountEmail'];

/** Emails to customers in the last week by business, with paused businesses. */
export function useEmailVolumes() {
  return useQuery(read([], '/api/admin/email-volumes'));
}

/** Pause or resume a business's outgoing email. */
export const useStopEmail = () =>
  useMutation({
    mutationFn: ({ operatorId, stopped }: { operatorId: number; stopped: boolean }) =>
      unwrap(
        api.PATCH('/api/admin/email-volumes/{operator_id}', {
          ...at({ operator_id: operatorId }),
          body: { stopped },
        }),
      ),
    meta: { invalidates: ['/api/admin/audit', '/api/admin/email-volumes'] },
  });

/** Email templates that the installation can change. */
export function useMailTemplates() {
  return useQuery(read([], '/api/admin/mail-templates'));
}

/** Set the text of a template; null restores the default. */
export const useSaveTemplate = (kind: string) =>
  useMutation({
    mutationFn: (input: TemplateTexts | Record<keyof TemplateTexts, null>) =>
      unwrap(api.PATCH('/api/admin/mail-templates/{kind}', { ...at({ kind }), body: input })),
    meta: { invalidates: ['/api/admin/audit', '/api/admin/mail-templates'] },
  });

/** Preview of a template with sample data and unsaved text. */
export function useTemplatePreview(kind: string, texts: TemplateTexts) {
  return useQuery({
    ...ask([], '/api/admin/mail-templates/{kind}/preview', texts, { path: { kind } }),
    placeholderData: keepPreviousData,
  });
}

/** Send a test email of a template with sample data and unsaved text. */
export const useSendTest = (kind: string) =>
  useMutation({
    mutationFn: (input: TemplateTexts & { to: string }) =>
      unwrap(api.POST('/api/admin/mail-templates/{kind}/test', { ...at({ kind }), body: input })),
  });

/** Test the mail server or payment keys entered in a form, without saving. */
export const useCheck = (group: 'email' | 'payments') =>
  // The server validates each group against its own model; the two bodies share only their path.
  useMutation({
    mutationFn: (input: Record<string, unknown>) =>
      unwrap(api.POST(`/api/admin/settings/${group}/check`, { body: input as never })),
  });

/** Account emails, paginated, newest first. Reloaded on each visit. */
export function useAccountEmails() {
  return useInfiniteQuery({
    ...readPages([], '/api/admin/emails', { limit: 20 }),
    staleTime: 0,
  });
}

/** Content of an account email that was not sent. */
export function useAccountEmail(id: number) {
  return useQuery(read([], '/api/admin/emails/{mail_id}', { path: { mail_id: id } }));
}

/** Resend an account email. */
export const useSendAccountEmailAgain = () =>
  useMutation({
    mutationFn: (id: number) =>
      unwrap(api.POST('/api/admin/emails/{mail_id}/send-again', at({ mail_id: id }))),
    meta: { invalidates: ['/api/admin/emails'] },
  });
