import { useRef } from 'react';
import type { components } from '@/api/schema';
import { Field } from '@/ui/Field';
import { Input, Textarea } from '@/ui/Input';

export type Texts = components['schemas']['TextsOut'];

/** Texts of an email, in reading order. */
export const textNames = ['subject', 'heading', 'greeting', 'body', 'signOff'] as const;
export type TextName = (typeof textNames)[number];

/** Default texts. */
export const asUsual = { subject: null, heading: null, greeting: null, body: null, signOff: null };

export const sameTexts = (one: Texts, other: Texts) => textNames.every((name) => one[name] === other[name]);

const forms: Readonly<Record<TextName, { label: string; most: number; rows: number; required?: true }>> = {
  subject: { label: 'Subject', most: 150, rows: 1, required: true },
  heading: { label: 'Heading', most: 150, rows: 1 },
  greeting: { label: 'Greeting', most: 200, rows: 1 },
  body: { label: 'Body', most: 4000, rows: 14, required: true },
  signOff: { label: 'Sign-off', most: 1000, rows: 3 },
};

export interface EmailTextsProps {
  texts: Texts;
  fields: readonly { name: string; meaning: string }[];
  blocks: readonly { name: string; meaning: string }[];
  /** Errors by text. */
  faults: Readonly<Record<string, string>>;
  onChange: (texts: Texts) => void;
}

/**
 * All texts of an email, with the placeholders they may contain: fields anywhere, blocks on separate lines of
 * the body.
 */
export function EmailTexts({ texts, fields, blocks, faults, onChange }: EmailTextsProps) {
  // Last cursor position, where a picked field is inserted.
  const last = useRef<{ name: TextName; control: HTMLInputElement | HTMLTextAreaElement } | null>(null);
  const put = (words: string, into?: TextName) => {
    const target =
      last.current !== null && (into === undefined || last.current.name === into) ? last.current : null;
    const name = target?.name ?? into ?? 'body';
    const text = texts[name];
    const from = target?.control.selectionStart ?? text.length;
    const to = target?.control.selectionEnd ?? text.length;
    const end = from + words.length;
    onChange({ ...texts, [name]: text.slice(0, from) + words + text.slice(to) });
    requestAnimationFrame(() => {
      target?.control.focus();
      target?.control.setSelectionRange(end, end);
    });
  };
  const putBlock = (block: string) => {
    const at = last.current?.name === 'body' ? (last.current.control.selectionStart ?? 0) : texts.body.length;
    const before = texts.body.slice(0, at);
    const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
    const after = texts.body.slice(at);
    put(`${gap}{${block}}${after === '' || after.startsWith('\n') ? '' : '\n\n'}`, 'body');
  };
  return (
    <>
      {textNames.map((name) => {
        const { label, most, rows, required } = forms[name];
        const control = {
          value: texts[name],
          maxLength: most,
          onFocus: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
            last.current = { name, control: event.currentTarget };
          },
          onChange: (event: { target: { value: string } }) =>
            onChange({ ...texts, [name]: event.target.value }),
        };
        return (
          <Field key={name} label={label} error={faults[name]} {...(required && { required })}>
            {rows === 1 ? <Input {...control} /> : <Textarea rows={rows} {...control} />}
          </Field>
        );
      })}
      <FillIns
        fields={fields}
        lead="Fields are filled in for each email. Select one to insert it:"
        onPick={(name) => put(`{${name}}`)}
      />
      {blocks.length === 0 ? null : (
        <FillIns fields={blocks} lead="Blocks go in the body, each on its own line:" onPick={putBlock} />
      )}
    </>
  );
}

/** Placeholders with their meaning; with `onPick`, pressing one inserts it. */
function FillIns({
  fields,
  lead,
  onPick,
}: {
  fields: readonly { name: string; meaning: string }[];
  lead: string;
  onPick?: (name: string) => void;
}) {
  const look = 'rounded-sm bg-sunken px-1.5 py-0.5 font-mono';
  return (
    <div className="text-soft text-sm">
      <p>{lead}</p>
      <ul className="mt-1 flex flex-wrap gap-1.5">
        {fields.map(({ name, meaning }) => (
          <li key={name} title={meaning}>
            {onPick === undefined ? (
              <code className={look}>{`{${name}}`}</code>
            ) : (
              <button
                type="button"
                aria-label={`Insert {${name}}: ${meaning}`}
                onClick={() => onPick(name)}
                className={`${look} cursor-pointer hover:bg-line`}
              >{`{${name}}`}</button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
