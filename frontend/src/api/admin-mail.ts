import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, body } from './client';
import { ask, read, readPages, reload } from './read';
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
export function useStopEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ operatorId, stopped }: { operatorId: number; stopped: boolean }) => {
      await api.PATCH('/api/admin/email-volumes/{operator_id}', {
        params: { path: { operator_id: operatorId } },
        body: { stopped },
      });
    },
    onSuccess: () => {
      void reload(client, '/api/admin/audit');
      return reload(client, '/api/admin/email-volumes');
    },
  });
}

/** The messages whose texts the installation may change. */
export function useMailTemplates() {
  return useQuery(read([], '/api/admin/mail-templates'));
}

/** Sets the words of a template; null goes back to the usual ones. */
export function useSaveTemplate(kind: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: TemplateTexts | Record<keyof TemplateTexts, null>) =>
      body(
        await api.PATCH('/api/admin/mail-templates/{kind}', {
          params: { path: { kind } },
          body: input,
        }),
      ),
    onSuccess: () => {
      void reload(client, '/api/admin/audit');
      return reload(client, '/api/admin/mail-templates');
    },
  });
}

/** A template about an example, with words that are not saved yet. */
export function useTemplatePreview(kind: string, texts: TemplateTexts) {
  return useQuery({
    ...ask([], '/api/admin/mail-templates/{kind}/preview', texts, { path: { kind } }),
    placeholderData: keepPreviousData,
  });
}

/** Sends a template about an example to somebody, with words that are not saved yet. */
export function useSendTest(kind: string) {
  return useMutation({
    mutationFn: async (input: TemplateTexts & { to: string }) =>
      body(
        await api.POST('/api/admin/mail-templates/{kind}/test', { params: { path: { kind } }, body: input }),
      ),
  });
}

/** Tests the mail server or the payment keys as a form has them; nothing is saved. */
export function useCheck(group: 'email' | 'payments') {
  return useMutation({
    mutationFn: async (input: Record<string, unknown>): Promise<Outcome> =>
      // The server checks each group against its own model; the two bodies share only their address.
      body(await api.POST(`/api/admin/settings/${group}/check`, { body: input as never })),
  });
}

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
export function useSendAccountEmailAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) =>
      body(await api.POST('/api/admin/emails/{mail_id}/send-again', { params: { path: { mail_id: id } } })),
    onSuccess: () => reload(client, '/api/admin/emails'),
  });
}
