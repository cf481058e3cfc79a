import { useQuery } from '@tanstack/react-query';
import { useChange, useSave } from './change';
import { api, at } from './client';
import { ask, read } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type Mail = components['schemas']['MailOut'];
export type MessageSettings = components['schemas']['MessageSettingsOut'];
export type MessageKind = components['schemas']['MessageOut'];
export type MessageTexts = components['schemas']['TextsInput'];
export type MessageSettingsChange = components['schemas']['MessageSettingsInput'];

/** What the emails are about: a booking, or a quote. */
export type MailsOf = { bookingId: number } | { quoteId: number };

/** The emails about a booking or a quote, the newest first. Only asked for people who may read them. */
export const useMails = (of: MailsOf) =>
  useQuery({
    ...read(['messages'], '/api/messages', { query: { ...of, limit: 50 } }),
    enabled: useCan('writeMessages'),
  });

/** The first email about something after another one, watched until its end is known; undefined until it is written. */
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

/** The emails of the business's invitations, the newest first. */
export function useInvitationEmails() {
  return useQuery({
    ...read(['messages'], '/api/messages', { query: { kind: 'invitation', limit: 50 } }),
    enabled: useCan('writeMessages'),
  });
}

/** One email with its text. */
export function useMail(id: number) {
  return useQuery(read(['messages'], '/api/messages/{mail_id}', { path: { mail_id: id } }));
}

/** Sends an email once more. */
export const useSendAgain = () =>
  useChange((id: number) => api.POST('/api/messages/{mail_id}/send-again', at({ mail_id: id })), 'messages');

const settings = read(['settings'], '/api/message-settings');

/** The business's settings for its emails. */
export function useMessageSettings() {
  return useQuery(settings);
}

/** Sets when reminders and the run sheet are sent. */
export const useSaveMessageSettings = () =>
  useSave(settings, (input: MessageSettingsChange) => api.PATCH('/api/message-settings', { body: input }));

/** Sets the words of a message; null goes back to the usual ones. */
export const useSaveMessage = (kind: string) =>
  useSave(settings, (input: MessageTexts) =>
    api.PATCH('/api/message-settings/{kind}', { ...at({ kind }), body: input }),
  );

/** A message about an example, with words that are not saved yet. */
export function useMessagePreview(kind: string, texts: MessageTexts) {
  return useQuery({
    ...ask([], '/api/message-settings/{kind}/preview', texts, { path: { kind } }),
    placeholderData: (before) => before,
  });
}
