import { MailX } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import {
  type MessageKind,
  type MessageSettings,
  useMessagePreview,
  useMessageSettings,
  useSaveMessage,
  useSaveMessageSettings,
} from '@/api/messages';
import type { Failure } from '@/lib/failure';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { FillIns } from '@/ui/FillIns';
import { Input, Select, Textarea } from '@/ui/Input';
import { MailFrame } from '@/ui/MailFrame';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { CalendarFeedCard } from './CalendarFeedCard';
import { Loaded } from './Loaded';

/** What the business's mails say, and when those come that come by the clock (N5, N6). */
export function MessagesTab() {
  return (
    <Loaded read={useMessageSettings()} what="Your messages">
      {(settings) => (
        <div className="grid gap-6">
          {settings.mailServer ? null : (
            <p className="flex items-start gap-3 rounded-md border border-amber-line bg-amber-wash px-3.5 py-3 text-sm">
              <MailX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
              <span>
                <b className="font-medium text-amber">Messages are not sent yet.</b> This installation has no
                mail server. Each message is kept with its booking or quote, where you can read what would
                have been sent.
              </span>
            </p>
          )}
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <ByTheClock settings={settings} />
            <CalendarFeedCard />
          </div>
          <Words messages={settings.messages} />
        </div>
      )}
    </Loaded>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'AM' : 'PM'}`,
}));
const days = [0, 1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30];

function ByTheClock({ settings }: { settings: MessageSettings }) {
  const save = useSaveMessageSettings();
  const set = (change: Parameters<typeof save.mutate>[0]) =>
    save.mutate(change, {
      onSuccess: () => toast({ title: 'Messages saved' }),
      onError: (error) =>
        toast({ title: 'Update failed', description: sentenceOf(error), destructive: true }),
    });
  return (
    <Card>
      <CardHeader
        title="By the Clock"
        description="Messages that come by themselves, by your business's clock."
      />
      <CardBody className="grid gap-5 sm:grid-cols-2">
        <Field label="Reminder to Customers" hint="In the morning, before the delivery.">
          <Select
            value={String(settings.reminderDays)}
            disabled={save.isPending}
            onChange={(event) => set({ reminderDays: Number(event.target.value) })}
          >
            {[...new Set([...days, settings.reminderDays])]
              .sort((a, b) => a - b)
              .map((number) => (
                <option key={number} value={number}>
                  {number === 0 ? 'Never' : number === 1 ? '1 day before' : `${number} days before`}
                </option>
              ))}
          </Select>
        </Field>
        <Field label="Run Sheet to You" hint="On days on which something goes out or comes back.">
          <Select
            value={settings.runSheetHour === null ? '' : String(settings.runSheetHour)}
            disabled={save.isPending}
            onChange={(event) =>
              set({ runSheetHour: event.target.value === '' ? null : Number(event.target.value) })
            }
          >
            <option value="">Never</option>
            {hours.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </CardBody>
    </Card>
  );
}

function Words({ messages }: { messages: readonly MessageKind[] }) {
  const [kind, setKind] = useState(messages[0]?.kind ?? '');
  const message = messages.find((found) => found.kind === kind);
  const groups = [
    { label: 'To your customers', of: 'customer' },
    { label: 'To you', of: 'business' },
  ];
  return (
    <Card>
      <CardHeader
        title="Messages"
        description="What each message says. You choose the words around what has to be right."
      />
      <CardBody className="grid gap-5">
        <Field label="Message" className="max-w-md">
          <Select value={kind} onChange={(event) => setKind(event.target.value)}>
            {groups.map(({ label, of }) => (
              <optgroup key={of} label={label}>
                {messages
                  .filter(({ audience }) => audience === of)
                  .map((found) => (
                    <option key={found.kind} value={found.kind}>
                      {found.name}
                    </option>
                  ))}
              </optgroup>
            ))}
          </Select>
        </Field>
        {message === undefined ? null : <Editor key={message.kind} message={message} />}
      </CardBody>
    </Card>
  );
}

type Texts = MessageKind['texts'];

function Editor({ message }: { message: MessageKind }) {
  const save = useSaveMessage(message.kind);
  const [texts, setTexts] = useState<Texts>(message.texts);
  const [failure, setFailure] = useState<Failure | null>(null);
  const shown = useDeferredValue(texts);
  const preview = useMessagePreview(message.kind, message.editable ? shown : {});
  const wrong = preview.error === null ? null : failureOf(preview.error);
  const same = (other: Texts) =>
    texts.subject === other.subject && texts.greeting === other.greeting && texts.signOff === other.signOff;
  const put = (input: Texts | Record<keyof Texts, null>, title: string) => {
    setFailure(null);
    save.mutate(input, {
      onSuccess: (saved) => {
        setTexts(saved.messages.find(({ kind }) => kind === message.kind)?.texts ?? texts);
        toast({ title });
      },
      onError: (error) => setFailure(failureOf(error)),
    });
  };
  const change = (name: keyof Texts) => (event: { target: { value: string } }) =>
    setTexts({ ...texts, [name]: event.target.value });
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="grid content-start gap-5">
        <p className="flex flex-wrap items-center gap-2 text-soft text-sm">
          {message.when}.{message.changed ? <Badge tone="indigo">Your words</Badge> : null}
        </p>
        {message.editable ? (
          <>
            <Field label="Subject">
              <Input value={texts.subject} maxLength={150} onChange={change('subject')} />
            </Field>
            <Field label="Greeting">
              <Input value={texts.greeting} maxLength={200} onChange={change('greeting')} />
            </Field>
            <Field label="Sign-off">
              <Textarea rows={3} value={texts.signOff} maxLength={1000} onChange={change('signOff')} />
            </Field>
            <FillIns fields={message.fields} lead="Fields are filled in for each customer:" />
            <FailureAlert failure={failure ?? wrong} />
            <div className="flex flex-wrap gap-2">
              <Button
                disabled={save.isPending || same(message.texts) || wrong !== null}
                aria-busy={save.isPending}
                onClick={() => put(texts, 'Message saved')}
              >
                Save Message
              </Button>
              <Button
                kind="secondary"
                disabled={save.isPending || (!message.changed && same(message.usual))}
                onClick={() => {
                  setTexts(message.usual);
                  if (message.changed) {
                    put({ subject: null, greeting: null, signOff: null }, 'The usual words are back');
                  }
                }}
              >
                Reset to Default
              </Button>
            </div>
          </>
        ) : (
          <p className="text-faint text-sm">The words of this message are ours.</p>
        )}
      </div>
      <div className="grid content-start gap-2">
        {preview.data === undefined ? (
          <Skeleton className="h-96" />
        ) : (
          <>
            <p className="break-words text-sm">
              <span className="text-soft">Subject: </span>
              <span className="font-medium">{preview.data.subject}</span>
            </p>
            <MailFrame html={preview.data.html} title={`Preview: ${message.name}`} />
          </>
        )}
      </div>
    </div>
  );
}
