import { useId, useRef, useState } from 'react';
import type { TermsField } from '@/api/business';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { Textarea } from '@/ui/Input';
import { exampleOf } from './business-form';

export interface TermsEditorProps {
  value: string;
  onChange: (terms: string) => void;
  fields: readonly TermsField[];
  defaultTerms: string;
  error: string | undefined;
}

/** An editor for the terms with insertable fields and an example of the result. */
export function TermsEditor({ value, onChange, fields, defaultTerms, error }: TermsEditorProps) {
  const list = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [shown, setShown] = useState(false);
  const insert = (name: string) => {
    const text = `{${name}}`;
    const [start, end] = [
      area.current?.selectionStart ?? value.length,
      area.current?.selectionEnd ?? value.length,
    ];
    onChange(value.slice(0, start) + text + value.slice(end));
    // Place the cursor after the inserted text once it has been rendered.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start + text.length, start + text.length);
    });
  };
  return (
    <div className="grid gap-4">
      <Field
        label="Terms"
        hint="Plain text. A blank line starts a new paragraph. Leave this empty for no terms."
        error={error}
      >
        <Textarea
          ref={area}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-72 leading-relaxed"
          spellCheck
        />
      </Field>
      <div className="grid gap-2">
        <p id={list} className="font-medium text-sm">
          Insert a Field
        </p>
        <ul aria-labelledby={list} className="flex flex-wrap gap-1.5">
          {fields.map(({ name, meaning }) => (
            <li key={name}>
              <Button kind="secondary" size="sm" title={meaning} onClick={() => insert(name)}>
                <span className="sr-only">Insert: {meaning}</span>
                <span aria-hidden="true">{`{${name}}`}</span>
              </Button>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button kind="quiet" size="sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide Example' : 'Show Example'}
        </Button>
        {value === defaultTerms ? null : (
          <Button kind="quiet" size="sm" onClick={() => onChange(defaultTerms)}>
            Use the Default Terms
          </Button>
        )}
      </div>
      {shown ? <Example terms={value} fields={fields} /> : null}
    </div>
  );
}

function Example({ terms, fields }: { terms: string; fields: readonly TermsField[] }) {
  const parts = exampleOf(terms, fields);
  return (
    <section
      aria-label="Example of your terms"
      className="overflow-hidden whitespace-pre-wrap break-words rounded-md border border-line bg-sunken p-4 text-sm leading-relaxed"
    >
      {parts.length === 0 ? (
        <span className="text-faint">Your documents won't include any terms.</span>
      ) : null}
      {parts.map(({ text, kind }, index) =>
        kind === 'plain' ? (
          text
        ) : (
          <mark
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their position in the text.
            key={index}
            className={cn(
              'rounded-sm bg-transparent font-semibold',
              kind === 'filled' ? 'text-ink' : 'text-danger underline decoration-wavy',
            )}
            title={kind === 'unknown' ? 'Unknown field' : undefined}
          >
            {text}
          </mark>
        ),
      )}
    </section>
  );
}
