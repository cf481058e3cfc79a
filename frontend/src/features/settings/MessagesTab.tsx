import { useDeferredValue, useState } from 'react';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import {
  type MessageKind,
  type MessageSettings,
  useMessagePreview,
  useMessageSettings,
  useSaveMessage,
  useSaveMessageSettings,
} from '@/api/messages';
import { EmailNotice } from '@/components/booking/EmailNotice';
import { CalendarFeedCard } from '@/components/CalendarFeed';
import { asUsual, EmailTexts, sameTexts, type Texts } from '@/components/EmailTexts';
import { Loaded } from '@/components/Loaded';
import { tellFailed } from '@/components/tell-failed';
import { formatTime } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { Options, Select } from '@/ui/Input';
import { MailPreview } from '@/ui/MailFrame';
import { Skeleton } from '@/ui/Skeleton';
import { SwitchField } from '@/ui/SwitchField';
import { toast } from '@/ui/toast-store';

/** The texts of the business's emails, and the times of scheduled emails (N5, N6). */
export function MessagesTab() {
  return (
    <Loaded read={useMessageSettings()} what="Your messages">
      {(settings) => (
        <div className="in-turn grid gap-6">
          <EmailNotice />
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

function ByTheClock({ settings }: { settings: MessageSettings }) {
  const format = useFormat();
  const save = useSaveMessageSettings();
  const set = (change: Parameters<typeof save.mutate>[0]) =>
    save.mutate(change, {
      onSuccess: () => toast({ title: 'Messages saved' }),
      onError: tellFailed('Update failed'),
    });
  return (
    <Card id="scheduled-emails">
      <CardHeader title="Scheduled Emails" description="Automatic emails, sent in your time zone." />
      <CardBody className="grid gap-5 sm:grid-cols-2">
        <Field label="Reminder to Customers" hint="Sent in the morning, some days before the delivery.">
          <Select
            value={String(settings.reminderDays)}
            disabled={save.isPending}
            onChange={(event) => set({ reminderDays: Number(event.target.value) })}
          >
            <Options of={dayChoices(days, settings.reminderDays, 'Never')} />
          </Select>
        </Field>
        <Field
          label="Payment Reminders"
          hint="Sent before each scheduled payment is due, and again two days after a missed due date."
        >
          <NumberOrNever
            of={dayChoices(paymentDays, settings.paymentReminderDays, 'On the due date')}
            chosen={settings.paymentReminderDays}
            disabled={save.isPending}
            onChoose={(paymentReminderDays) => set({ paymentReminderDays })}
          />
        </Field>
        <Field label="Daily Run Sheet Email" hint="Sent on days with a delivery or pickup.">
          <NumberOrNever
            of={hours(format)}
            chosen={settings.runSheetHour}
            disabled={save.isPending}
            onChoose={(runSheetHour) => set({ runSheetHour })}
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

function Words({ messages }: { messages: readonly MessageKind[] }) {
  const [kind, setKind] = useState(messages[0]?.kind ?? '');
  const message = messages.find((candidate) => candidate.kind === kind);
  const groups = [
    { label: 'To your customers', of: 'customer' },
    { label: 'To you', of: 'business' },
  ];
  return (
    <Card id="emails">
      <CardHeader
        title="Emails"
        description="Edit the emails to your customers, and turn off the emails to you that you don't need."
      />
      <CardBody className="grid gap-5">
        <Field label="Email" className="max-w-md">
          <Select value={kind} onChange={(event) => setKind(event.target.value)}>
            {groups.map(({ label, of }) => (
              <optgroup key={of} label={label}>
                <Options
                  of={messages
                    .filter(({ audience }) => audience === of)
                    .map(({ kind, name, enabled }) => [kind, enabled ? name : `${name} (off)`])}
                />
              </optgroup>
            ))}
          </Select>
        </Field>
        {message === undefined ? null : <Editor key={message.kind} message={message} />}
      </CardBody>
    </Card>
  );
}

function Editor({ message }: { message: MessageKind }) {
  const format = useFormat();
  const save = useSaveMessage(message.kind);
  const [texts, setTexts] = useState<Texts>(message.texts);
  const [failure, setFailure] = useState<unknown>(null);
  const shown = useDeferredValue(texts);
  const preview = useMessagePreview(message.kind, message.editable ? shown : {});
  const wrong = failure ?? preview.error;
  const faults = wrong instanceof ApiError ? wrong.fields : {};
  const put = (input: Texts | typeof asUsual, title: string) => {
    setFailure(null);
    save.mutate(input, {
      onSuccess: (saved) => {
        setTexts(saved.messages.find(({ kind }) => kind === message.kind)?.texts ?? texts);
        toast({ title });
      },
      onError: setFailure,
    });
  };
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="grid content-start gap-5">
        <p className="flex flex-wrap items-center gap-2 text-soft text-sm">
          {message.when}.{message.changed ? <Badge tone="indigo">Edited</Badge> : null}
        </p>
        {message.editable ? (
          <>
            <EmailTexts
              texts={texts}
              fields={message.fields}
              blocks={message.blocks}
              faults={faults}
              onChange={(changed) => {
                setFailure(null);
                setTexts(changed);
              }}
            />
            <FailureAlert
              failure={wrong === null || Object.keys(faults).length > 0 ? null : failureOf(format, wrong)}
            />
            <div className="flex flex-wrap gap-2">
              <Button
                disabled={sameTexts(texts, message.texts) || preview.error !== null}
                pending={save.isPending}
                onClick={() => put(texts, 'Email saved')}
              >
                Save Email
              </Button>
              <Button
                kind="secondary"
                disabled={save.isPending || (!message.changed && sameTexts(texts, message.usual))}
                onClick={() => {
                  setTexts(message.usual);
                  if (message.changed) {
                    put(asUsual, 'Default text restored');
                  }
                }}
              >
                Reset to Default
              </Button>
            </div>
          </>
        ) : message.switchable ? (
          <SwitchField
            label="Send this email"
            hint="Sent to the email address in Settings > Business. You get a bell notification either way."
            checked={save.isPending ? (save.variables.enabled ?? message.enabled) : message.enabled}
            onChange={(enabled) =>
              save.mutate(
                { enabled },
                {
                  onSuccess: () => toast({ title: enabled ? 'Email turned on' : 'Email turned off' }),
                  onError: tellFailed('Update failed'),
                },
              )
            }
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
