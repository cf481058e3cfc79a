import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { ask, read, setDataOf } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type Mail = components['schemas']['MailOut'];
export type MessageSettings = components['schemas']['MessageSettingsOut'];
export type MessageKind = components['schemas']['MessageOut'];
export type MessageTexts = components['schemas']['TextsInput'];
export type MessageSettingsChange = components['schemas']['MessageSettingsInput'];

/** Subject of the emails: a booking or a quote. */
export type MailsOf = { bookingId: number } | { quoteId: number };

/** Emails about a booking or quote, newest first. Enabled only for users who can read messages. */
export const useMails = (of: MailsOf) =>
  useQuery({
    ...read(['messages'], '/api/messages', { query: { ...of, limit: 50 } }),
    enabled: useCan('writeMessages'),
  });

/** First email about a subject after a given one, polled until it is final; undefined until it exists. */
export function useNextEmail(of: MailsOf, after: number): Mail | undefined {
  const next = (items: readonly Mail[] | undefined) =>
    items?.filter(({ id, audience }) => id > after && audience === 'customer').at(-1);
  const { data } = useQuery({
    ...read(['messages'], '/api/messages', { query: { ...of, limit: 50 } }),
    refetchInterval: ({ state }) => {
      const email = next(state.data?.items);
      return email === undefined || (email.state === 'waiting' && email.problem === null) ? 1000 : false;
    },
  });
  return next(data?.items);
}

/** Team invitation emails, newest first. */
export function useInvitationEmails() {
  return useQuery({
    ...read(['messages'], '/api/messages', { query: { kind: 'invitation', limit: 50 } }),
    enabled: useCan('writeMessages'),
  });
}

/** Email with its content. */
export function useMail(id: number) {
  return useQuery(read(['messages'], '/api/messages/{mail_id}', { path: { mail_id: id } }));
}

/** Resend an email. */
export const useSendAgain = () =>
  useMutation({
    mutationFn: (id: number) => unwrap(api.POST('/api/messages/{mail_id}/send-again', at({ mail_id: id }))),
    meta: { invalidates: ['messages'] },
  });

const settings = read(['settings'], '/api/message-settings');

/** Email settings of the business. */
export function useMessageSettings() {
  return useQuery(settings);
}

/** Set when reminders and the run sheet are sent. */
export const useSaveMessageSettings = () =>
  useMutation({
    mutationFn: (input: MessageSettingsChange) => unwrap(api.PATCH('/api/message-settings', { body: input })),
    onSuccess: setDataOf(settings),
  });

/** Set the text of a message (null restores the default), or whether it is sent. */
export const useSaveMessage = () =>
  useMutation({
    mutationFn: ({ kind, input }: { kind: string; input: MessageTexts }) =>
      unwrap(api.PATCH('/api/message-settings/{kind}', { ...at({ kind }), body: input })),
    onSuccess: setDataOf(settings),
  });

/** Preview of a message with sample data and unsaved text. */
export function useMessagePreview(kind: string, texts: MessageTexts) {
  return useQuery({
    ...ask([], '/api/message-settings/{kind}/preview', texts, { path: { kind } }),
    placeholderData: (before) => before,
  });
}
