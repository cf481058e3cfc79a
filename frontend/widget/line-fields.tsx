/** Form fields of the lines after the first, identified by the line's index. */
import type { ReactNode } from 'react';
import { type DraftLine, type FieldKey, type LettersDraft, withLine } from '@/booking-form/draft';
import { PRICE } from '@/booking-form/texts';
import { lettersOf } from '@/sign/letters';
import { type Form, fieldId } from './fields';

export const MOST_LINES = 20;

/** Name of a field of the line at index `place`. */
export const lineField = (place: number, name: string): FieldKey => `lines[${place}].${name}`;

/** A line after the first with its index, to which its fields and errors refer. */
export interface Placed<T extends DraftLine = DraftLine> {
  readonly line: T;
  readonly place: number;
}

export function placedLines(form: Form): Placed[] {
  return form.draft.lines.flatMap((line, place) => (place === 0 ? [] : { line, place }));
}

export function lettersLines(form: Form): Placed<LettersDraft>[] {
  return placedLines(form).filter((row): row is Placed<LettersDraft> => row.line.kind === 'letters');
}

/** True if no line can be added. An empty message does not count. */
export function isFull({ draft }: Form): boolean {
  const { length, 0: first } = draft.lines;
  return length - (first.text.trim() === '' ? 1 : 0) >= MOST_LINES;
}

/** Replace the line at index `place`; null removes it. */
export function putLine(form: Form, place: number, line: DraftLine | null): void {
  form.change(withLine(form.draft, place, line));
}

/** Control props: its id and its error state. */
export function lineControl(form: Form, name: FieldKey) {
  const isFaulty = form.errors[name] !== undefined;
  return {
    id: fieldId(name),
    'aria-invalid': isFaulty,
    ...(isFaulty && { 'aria-describedby': `${fieldId(name)}-error` }),
  };
}

export function LineError({ form, name }: { form: Form; name: FieldKey }) {
  const error = form.errors[name];
  return error ? (
    <p className="error" id={`${fieldId(name)}-error`} role="alert">
      {error}
    </p>
  ) : null;
}

/** The shortage of a line. */
export function LineShortage({ form, line }: { form: Form; line: DraftLine }) {
  const { estimate, pending } = form.estimate;
  if (pending || estimate?.available !== false) return null;
  const short = estimate.shortages.flatMap((shortage) => {
    if (line.kind === 'item') return shortage.itemId === line.itemId ? [shortage.name ?? ''] : [];
    if (line.kind !== 'letters' || shortage.size !== line.size || !shortage.letter) return [];
    if (line.finish !== '' && shortage.finish !== line.finish) return [];
    return lettersOf(line.text).includes(shortage.letter) ? [shortage.letter] : [];
  });
  return short.length > 0 ? <p className="line-short">{PRICE.notEnough([...new Set(short)])}</p> : null;
}

export function LineSelect({
  form,
  name,
  label,
  hiddenLabel,
  value,
  options,
  onChange,
}: {
  form: Form;
  name: FieldKey;
  label: string;
  /** Suffix of the label for screen readers. */
  hiddenLabel: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
}): ReactNode {
  return (
    <div className="field">
      <label htmlFor={fieldId(name)}>
        {label}
        <span className="unseen"> {hiddenLabel}</span>
      </label>
      <select
        {...lineControl(form, name)}
        className="control select"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map(([code, text]) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </select>
      <LineError form={form} name={name} />
    </div>
  );
}
