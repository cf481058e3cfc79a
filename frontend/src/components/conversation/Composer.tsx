import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { type AnswerField, useCannedAnswers } from '@/api/canned-answers';
import { type Conversation, type EntryWay, useAddEntry, useTextPreview } from '@/api/conversations';
import { sentenceOf } from '@/api/errors';
import { useSignedInUser } from '@/api/user';
import { formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { keysOf } from '@/lib/keys';
import { formatMoney } from '@/lib/money';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { FormError } from '@/ui/FormError';
import { Textarea } from '@/ui/Input';
import { Segments } from '@/ui/Segments';
import { AnswerMenu } from './AnswerMenu';
import { useEntryDraft, ways } from './draft';

const LONGEST_TEXT = 1600;
const LONGEST = 5000;
const NO_EMAIL = 'This customer has no email address.';
/** Pause in typing before segments are counted, in milliseconds. */
const PAUSE_MS = 300;

/** Writes an entry: a text or an email to the customer, a note, or a call. */
export function Composer({ conversation }: { conversation: Conversation }) {
  const { customerId, email, noTextReason, replyBy } = conversation;
  const format = useFormat();
  const { draft, change, clear } = useEntryDraft(useSignedInUser().id, customerId);
  const [refused, setRefused] = useState<string | null>(null);
  const [isEmpty, setEmpty] = useState(false);
  const fields = useCannedAnswers().data?.fields ?? [];
  const reason = useId();
  const add = useAddEntry(customerId, (entry) => {
    // An entry that can't be sent stays in the composer, to be sent another way.
    if (entry.state !== 'failed') return clear();
    setRefused(entry.reason);
    // A new draft has a new key, so that sending it again counts as a new entry.
    change({});
  });
  const by = draft.by ?? usualWay(conversation);
  const { action, pending, field } = ways[by];
  const obstacle = by === 'text' ? noTextReason : by === 'email' && email === null ? NO_EMAIL : null;
  const longest = by === 'text' ? LONGEST_TEXT : LONGEST;
  const over = draft.text.length - longest;
  const open = by === 'text' || by === 'email' ? openField(draft.text, fields) : null;

  const send = () => {
    if (add.isPending || obstacle !== null || over > 0 || open !== null) return;
    setEmpty(draft.text.trim() === '');
    if (draft.text.trim() === '') return;
    setRefused(null);
    add.mutate({ by, text: draft.text.trim(), key: draft.key });
  };
  const write = (text: string) => {
    change({ text });
    setEmpty(false);
    setRefused(null);
    add.reset();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
  };
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-3 border-line border-t px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segments
          label="Answer by"
          options={keysOf(ways).map((name) => [name, ways[name].label])}
          value={by}
          onChange={(name) => {
            change({ by: name });
            setRefused(null);
          }}
          className="justify-self-start max-sm:w-full"
          each="max-sm:flex-1"
        />
        {by === 'text' || by === 'email' ? (
          <AnswerMenu
            customerId={customerId}
            onInsert={(text) => write(draft.text.trim() === '' ? text : `${draft.text.trimEnd()}\n${text}`)}
          />
        ) : null}
      </div>
      <Field
        label={field}
        error={
          isEmpty
            ? 'Write something first'
            : over > 0
              ? `Use at most ${longest.toLocaleString('en-US')} characters (${over} too many)`
              : open !== null
                ? `Replace ${open}: there is no value for it`
                : undefined
        }
      >
        <Textarea
          name="message"
          value={draft.text}
          rows={3}
          readOnly={add.isPending}
          onChange={({ target }) => write(target.value)}
          onKeyDown={onKeyDown}
          className="max-h-64"
        />
      </Field>
      {obstacle === null ? null : (
        <p id={reason} className="text-danger text-sm">
          {obstacle}
          {hintFor(conversation, by)}
        </p>
      )}
      <FormError message={refused === null ? null : `Not sent: ${refused}`} />
      <FormError message={add.error === null ? null : sentenceOf(add.error)} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid min-w-0 flex-1 basis-40 gap-0.5 text-faint text-sm">
          {by === 'text' && obstacle === null ? (
            <>
              <Preview customerId={customerId} text={draft.text} />
              {conversation.textHeldUntil === null ? null : (
                <p>
                  Quiet hours: the text will be sent on {formatMoment(format, conversation.textHeldUntil)}.
                </p>
              )}
            </>
          ) : null}
          {replyBy === 'text' && by !== 'text' && noTextReason !== null ? (
            <p>Texts can’t be sent: {noTextReason}</p>
          ) : null}
        </div>
        <Button
          type="submit"
          pending={add.isPending}
          pendingLabel={pending}
          disabled={obstacle !== null}
          aria-describedby={obstacle === null ? undefined : reason}
          title="Ctrl+Enter or ⌘+Enter"
        >
          {action}
        </Button>
      </div>
    </form>
  );
}

/** The first field of a canned answer that could not be filled in. */
const openField = (text: string, fields: readonly AnswerField[]) =>
  fields.map(({ name }) => `{${name}}`).find((field) => text.includes(field)) ?? null;

/** What the customer used last, if it is possible; otherwise another way that is. */
function usualWay({ canText, email, replyBy }: Conversation): EntryWay {
  if (!canText && email === null) return 'note';
  if (replyBy === 'text') return canText ? 'text' : 'email';
  return email === null ? 'text' : 'email';
}

/** What the user can do about an obstacle. */
function hintFor({ canText, email }: Conversation, by: EntryWay): string {
  if (by === 'text') return email === null ? '' : ' Send an email instead.';
  return by === 'email' && canText ? ' Send a text instead.' : '';
}

/** Segments and estimated cost of the typed text. */
function Preview({ customerId, text }: { customerId: number; text: string }) {
  const currency = useSignedInUser().currency ?? 'USD';
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const preview = useTextPreview(customerId, typed).data;
  if (text.trim() === '' || preview === undefined) return null;
  const { segments, encoding, cost } = preview;
  return (
    <p aria-live="polite" className="tabular">
      {counted(segments, 'segment')}
      {cost == null ? '' : `, about ${formatMoney(cost, currency)}`}
      {encoding === 'UCS-2' ? '. Emoji and special characters make texts longer.' : ''}
    </p>
  );
}
