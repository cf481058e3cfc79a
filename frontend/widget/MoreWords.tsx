/** Inputs for the words of further lines, with buttons to add and remove lines. */
import { useEffect, useRef, useState } from 'react';
import { type LettersDraft, withAdded } from '@/booking-form/draft';
import { LINES } from '@/booking-form/line-texts';
import { FORM } from '@/booking-form/texts';
import { lettersOf } from '@/sign/letters';
import { type Form, fieldId } from './fields';
import { CloseIcon } from './icons';
import {
  isFull,
  LineError,
  LineShortage,
  lettersLines,
  lineControl,
  lineField,
  MOST_LINES,
  putLine,
} from './line-fields';

interface Removed {
  readonly line: LettersDraft;
  readonly place: number;
}

export function MoreWords({
  form,
  added,
  onAdd,
}: {
  form: Form;
  /** True if the last line was just added. */
  added: boolean;
  onAdd: () => void;
}) {
  const rows = lettersLines(form);
  const [removed, setRemoved] = useState<Removed | null>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const count = rows.length;
  const before = useRef(added ? count - 1 : count);
  useEffect(() => {
    // The new line gets the focus.
    const last = rows.at(-1);
    if (count > before.current && last?.line.text === '') {
      document.getElementById(fieldId(lineField(last.place, 'text')))?.focus();
    }
    before.current = count;
  });
  useEffect(() => {
    if (removed) undo.current?.focus();
  }, [removed]);

  const remove = ({ line, place }: Removed) => {
    putLine(form, place, null);
    const isEmpty = lettersOf(line.text).length === 0;
    setRemoved(isEmpty ? null : { line, place });
    if (isEmpty) add.current?.focus();
  };
  const putBack = ({ line, place }: Removed) => {
    form.change(withAdded(form.draft, line, place));
    setRemoved(null);
    add.current?.focus();
  };
  const full = isFull(form);
  return (
    <div className="more-words">
      {rows.map(({ line, place }, i) => {
        const name = lineField(place, 'text');
        const number = i + 2;
        return (
          <div key={place} className="more-line">
            <label className="unseen" htmlFor={fieldId(name)}>
              {LINES.words(number)}
            </label>
            <input
              {...lineControl(form, name)}
              className="control message"
              type="text"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={500}
              placeholder={LINES.line(number)}
              value={line.text}
              onChange={(event) => putLine(form, place, { ...line, text: event.currentTarget.value })}
            />
            <button
              type="button"
              className="turn"
              aria-label={LINES.remove(line.text.trim() || LINES.line(number).toLowerCase())}
              onClick={() => remove({ line, place })}
            >
              <CloseIcon />
            </button>
            <LineError form={form} name={name} />
            <LineShortage form={form} line={line} />
          </div>
        );
      })}
      <p className="removed" role="status">
        {removed && (
          <>
            {LINES.removed(removed.line.text.trim())}{' '}
            <button type="button" ref={undo} className="link" onClick={() => putBack(removed)}>
              {LINES.undo}
            </button>
          </>
        )}
      </p>
      <div id={fieldId('lines')} tabIndex={-1} className="answer">
        <LineError form={form} name="lines" />
      </div>
      <button
        type="button"
        ref={add}
        className="link add-line"
        aria-disabled={full}
        onClick={() => {
          if (full) return;
          setRemoved(null);
          onAdd();
        }}
      >
        {FORM.addLine}
      </button>
      {full && <p className="hint">{LINES.full(MOST_LINES)}</p>}
    </div>
  );
}
