import { useDeferredValue, useState } from 'react';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import {
  type MessageKind,
  type MessageSettings,
  useMessagePreview,
  useMessageSettings,
} from '@/api/messages';
import { EmailNotice } from '@/components/booking/EmailNotice';
import { CalendarFeedCard } from '@/components/CalendarFeed';
import { EmailTexts, sameTexts } from '@/components/EmailTexts';
import { Loaded } from '@/components/Loaded';
import { SaveBar } from '@/components/SaveBar';
import { formatTime } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { counted } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { Options, Select } from '@/ui/Input';
import { MailPreview } from '@/ui/MailFrame';
import { Skeleton } from '@/ui/Skeleton';
import { SwitchField } from '@/ui/SwitchField';
import { CannedAnswersCard } from './CannedAnswersCard';
import {
  isChanged,
  type MessageDraft,
  type MessagesDraft,
  type Times,
  useMessagesDraft,
} from './messages-draft';

/** The texts of the business's emails, and the times of scheduled emails (N5, N6), with one save button. */
export function MessagesTab() {
  return (
    <div className="in-turn grid gap-6">
      <EmailNotice />
      <Loaded read={useMessageSettings()} what="Your messages">
        {(settings) => <MessagesForm settings={settings} />}
      </Loaded>
      <CannedAnswersCard />
      <div id="calendar-feed">
        <CalendarFeedCard />
      </div>
    </div>
  );
}

function MessagesForm({ settings }: { settings: MessageSettings }) {
  const { messages } = settings;
  const [kind, setKind] = useState(messages[0]?.kind ?? '');
  const { draft, change, changeMessage, save, discard, dirty, pending, failure, failed } = useMessagesDraft(
    settings,
    setKind,
  );
  return (
    <form onSubmit={save} noValidate className="grid gap-6">
      <ByTheClock times={draft.times} disabled={pending} onChange={change} />
      <Words
        messages={messages}
        draft={draft}
        kind={kind}
        failure={failed === kind ? failure : null}
        disabled={pending}
        onKind={setKind}
        onChange={changeMessage}
      />
      {failure === null ? null : <FailedPart failure={failure} name={nameOf(messages, failed)} />}
      <SaveBar dirty={dirty} pending={pending} onDiscard={discard} />
    </form>
  );
}

/** Name of the part of the page that was not saved. */
const nameOf = (messages: readonly MessageKind[], failed: string | null) =>
  messages.find(({ kind }) => kind === failed)?.name ?? 'Scheduled Emails';

function FailedPart({ failure, name }: { failure: unknown; name: string }) {
  const format = useFormat();
  const { sentence, details } = failureOf(format, failure);
  return <FailureAlert failure={{ sentence: `“${name}” wasn't saved. ${sentence}`, details }} />;
}

const hours = (format: Format) =>
  Array.from(
    { length: 24 },
    (_, hour) => [hour, formatTime(format, `T${String(hour).padStart(2, '0')}:00`)] as const,
  );
const paymentDays = [0, 1, 2, 3, 5, 7, 14];
const daysBefore = (days: number) => (days === 1 ? '1 day before' : `${days} days before`);
const days = [0, 1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30];

/** The selectable numbers of days, including the current one, sorted. */
function dayChoices(usual: readonly number[], chosen: number | null, atZero: string) {
  return [...new Set(chosen === null ? usual : [...usual, chosen])]
    .sort((a, b) => a - b)
    .map((number) => [number, number === 0 ? atZero : daysBefore(number)] as const);
}

interface ByTheClockProps {
  times: Times;
  disabled: boolean;
  onChange: (change: Partial<Times>) => void;
}

function ByTheClock({ times, disabled, onChange }: ByTheClockProps) {
  const format = useFormat();
  return (
    <Card id="scheduled-emails">
      <CardHeader title="Scheduled Emails" description="Automatic emails, sent in your time zone." />
      <CardBody className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Reminder to Customers" hint="Sent in the morning, this many days before the delivery.">
          <Select
            value={String(times.reminderDays)}
            disabled={disabled}
            onChange={(event) => onChange({ reminderDays: Number(event.target.value) })}
          >
            <Options of={dayChoices(days, times.reminderDays, 'Never')} />
          </Select>
        </Field>
        <Field
          label="Payment Reminders"
          hint="Sent before each scheduled payment is due, and again two days after a missed due date."
        >
          <NumberOrNever
            of={dayChoices(paymentDays, times.paymentReminderDays, 'On the due date')}
            chosen={times.paymentReminderDays}
            disabled={disabled}
            onChoose={(paymentReminderDays) => onChange({ paymentReminderDays })}
          />
        </Field>
        <Field label="Daily Run Sheet Email" hint="Sent on days with a delivery or pickup.">
          <NumberOrNever
            of={hours(format)}
            chosen={times.runSheetHour}
            disabled={disabled}
            onChoose={(runSheetHour) => onChange({ runSheetHour })}
          />
        </Field>
      </CardBody>
    </Card>
  );
}

interface NumberOrNeverProps {
  of: readonly (readonly [number: number, word: string])[];
  chosen: number | null;
  disabled: boolean;
  onChoose: (number: number | null) => void;
}

function NumberOrNever({ of, chosen, disabled, onChoose }: NumberOrNeverProps) {
  return (
    <Select
      value={chosen === null ? '' : String(chosen)}
      disabled={disabled}
      onChange={({ target: { value } }) => onChoose(value === '' ? null : Number(value))}
    >
      <option value="">Never</option>
      <Options of={of} />
    </Select>
  );
}

interface WordsProps {
  messages: readonly MessageKind[];
  draft: MessagesDraft;
  /** The message being edited. */
  kind: string;
  failure: unknown;
  disabled: boolean;
  onKind: (kind: string) => void;
  onChange: (kind: string, change: MessageDraft) => void;
}

function Words({ messages, draft, kind, failure, disabled, onKind, onChange }: WordsProps) {
  const message = messages.find((candidate) => candidate.kind === kind);
  const groups = [
    { label: 'To your customers', of: 'customer' },
    { label: 'To you', of: 'business' },
  ];
  const mark = (of: MessageKind) =>
    isChanged(of, draft.messages[of.kind]) ? ' (unsaved)' : of.enabled ? '' : ' (off)';
  return (
    <Card id="emails">
      <CardHeader
        title="Emails"
        description="Edit the emails that your customers get, and turn off notifications that you don't need."
      />
      <CardBody className="grid gap-5">
        <Field label="Email" className="max-w-md">
          <Select value={kind} onChange={(event) => onKind(event.target.value)}>
            {groups.map(({ label, of }) => (
              <optgroup key={of} label={label}>
                <Options
                  of={messages
                    .filter(({ audience }) => audience === of)
                    .map((listed) => [listed.kind, `${listed.name}${mark(listed)}`])}
                />
              </optgroup>
            ))}
          </Select>
        </Field>
        {message === undefined ? null : (
          <Editor
            key={message.kind}
            message={message}
            draft={draft.messages[message.kind] ?? {}}
            failure={failure}
            disabled={disabled}
            onChange={(change) => onChange(message.kind, change)}
          />
        )}
      </CardBody>
    </Card>
  );
}

const channels: readonly (readonly [MessageKind['channel'], string])[] = [
  ['email', 'Email'],
  ['text', 'Text'],
  ['both', 'Email and text'],
];

interface ChannelFieldProps {
  channel: MessageKind['channel'];
  version: NonNullable<MessageKind['textVersion']>;
  disabled: boolean;
  onChange: (channel: MessageKind['channel']) => void;
}

/** How a message goes to customers, with its text version. */
function ChannelField({ channel, version, disabled, onChange }: ChannelFieldProps) {
  return (
    <div className="grid gap-3">
      <Field
        label="Send By"
        hint="Customers who can’t be texted or haven’t agreed to texts get the email."
        className="max-w-sm"
      >
        <Select
          value={channel}
          disabled={disabled}
          onChange={({ target }) => onChange(target.value as MessageKind['channel'])}
        >
          <Options of={channels} />
        </Select>
      </Field>
      {channel === 'email' ? null : (
        <figure className="grid gap-1.5 rounded-lg border border-line bg-sunken p-3.5 text-sm">
          <blockquote className="wrap-anywhere">{version.text}</blockquote>
          <figcaption className="text-soft text-xs">
            The text, with sample data: {counted(version.segments, 'segment')}
          </figcaption>
        </figure>
      )}
    </div>
  );
}

interface EditorProps {
  message: MessageKind;
  draft: MessageDraft;
  failure: unknown;
  disabled: boolean;
  onChange: (change: MessageDraft) => void;
}

function Editor({ message, draft, failure, disabled, onChange }: EditorProps) {
  const texts = draft.texts ?? message.texts;
  const shown = useDeferredValue(texts);
  const preview = useMessagePreview(message.kind, message.editable ? shown : {});
  const wrong = failure ?? preview.error;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="grid content-start gap-5">
        <p className="flex flex-wrap items-center gap-2 text-soft text-sm">
          {message.when}.{message.changed ? <Badge tone="indigo">Edited</Badge> : null}
        </p>
        {message.textVersion === null ? null : (
          <ChannelField
            channel={draft.channel ?? message.channel}
            version={message.textVersion}
            disabled={disabled}
            onChange={(channel) => onChange({ channel })}
          />
        )}
        {message.editable ? (
          <>
            <EmailTexts
              texts={texts}
              fields={message.fields}
              blocks={message.blocks}
              faults={wrong instanceof ApiError ? wrong.fields : {}}
              onChange={(changed) => onChange({ texts: changed })}
            />
            <Button
              kind="secondary"
              className="justify-self-start"
              disabled={disabled || sameTexts(texts, message.usual)}
              onClick={() => onChange({ texts: message.usual })}
            >
              Reset to Default
            </Button>
          </>
        ) : message.switchable ? (
          <SwitchField
            label="Send this email"
            hint="Sent to the email address in Settings > Business. You get a bell notification either way."
            checked={draft.enabled ?? message.enabled}
            onChange={(enabled) => onChange({ enabled })}
          />
        ) : (
          <p className="text-faint text-sm">Choose its time above, under Scheduled Emails.</p>
        )}
      </div>
      <div className="grid content-start gap-2 self-start lg:sticky lg:top-6">
        {preview.data === undefined ? (
          <Skeleton className="h-96" />
        ) : (
          <MailPreview mail={preview.data} name={message.name} />
        )}
      </div>
    </div>
  );
}
