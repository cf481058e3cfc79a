import { type FormEvent, useState } from 'react';
import { sentenceOf } from '@/api/errors';
import {
  type MessageKind,
  type MessageSettings,
  useSaveMessage,
  useSaveMessageSettings,
} from '@/api/messages';
import { asUsual, sameTexts, type Texts } from '@/components/EmailTexts';
import { changed } from '@/lib/keys';
import { toast } from '@/ui/toast-store';

export type Times = Pick<MessageSettings, 'reminderDays' | 'paymentReminderDays' | 'runSheetHour'>;

/** Unsaved changes of a message: its text, whether it is sent, and how it goes. */
export interface MessageDraft {
  texts?: Texts;
  enabled?: boolean;
  channel?: MessageKind['channel'];
}

export interface MessagesDraft {
  times: Times;
  messages: Readonly<Record<string, MessageDraft>>;
}

/** True if a message differs from the stored one. */
export const isChanged = (message: MessageKind, { texts, enabled, channel }: MessageDraft = {}) =>
  (texts !== undefined && !sameTexts(texts, message.texts)) ||
  (enabled !== undefined && enabled !== message.enabled) ||
  (channel !== undefined && channel !== message.channel);

/**
 * Unsaved changes of the messages page. Saving stops at the first part that fails; the parts before it are
 * stored, and the others stay unsaved.
 *
 * @param onFailed receives the kind of the message that was not saved
 */
export function useMessagesDraft(settings: MessageSettings, onFailed: (kind: string) => void) {
  const { reminderDays, paymentReminderDays, runSheetHour } = settings;
  const stored = { reminderDays, paymentReminderDays, runSheetHour };
  const [times, setTimes] = useState<Partial<Times>>({});
  const [messages, setMessages] = useState<Readonly<Record<string, MessageDraft>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const saveTimes = useSaveMessageSettings();
  const saveMessage = useSaveMessage();

  const draft: MessagesDraft = { times: { ...stored, ...times }, messages };
  const newTimes = changed(draft.times, stored);
  const unsaved = settings.messages.filter((message) => isChanged(message, messages[message.kind]));
  const clear = () => {
    setFailure(null);
    setFailed(null);
  };

  const saveAll = async () => {
    let part: string | null = null;
    try {
      if (Object.keys(newTimes).length > 0) {
        await saveTimes.mutateAsync(newTimes);
        setTimes({});
      }
      for (const { kind, usual } of unsaved) {
        part = kind;
        const { texts, ...rest } = messages[kind] ?? {};
        const input = { ...rest, ...(texts && (sameTexts(texts, usual) ? asUsual : texts)) };
        await saveMessage.mutateAsync({ kind, input });
        setMessages(({ [kind]: _saved, ...rest }) => rest);
      }
      toast({ title: 'Messages saved' });
    } catch (error) {
      setFailure(error);
      setFailed(part);
      // The part that failed may be out of sight.
      toast({ title: 'Update failed', description: sentenceOf(error), destructive: true });
      if (part !== null) onFailed(part);
    }
  };

  return {
    draft,
    dirty: Object.keys(newTimes).length > 0 || unsaved.length > 0,
    pending,
    failure,
    /** Kind of the message that was not saved; null if it was the times. */
    failed,
    change: (change: Partial<Times>) => {
      clear();
      setTimes((before) => ({ ...before, ...change }));
    },
    changeMessage: (kind: string, change: MessageDraft) => {
      clear();
      setMessages((before) => ({ ...before, [kind]: { ...before[kind], ...change } }));
    },
    discard: () => {
      clear();
      setTimes({});
      setMessages({});
    },
    save: (event: FormEvent) => {
      event.preventDefault();
      clear();
      setPending(true);
      void saveAll().finally(() => setPending(false));
    },
  };
}
