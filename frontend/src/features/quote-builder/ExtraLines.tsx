import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { FormError } from '@/ui/FormError';
import { AmountInput, Input } from '@/ui/Input';
import { MOST_LINES, type QuoteTerms, type TermFaults, type TypedLine } from './terms';

export interface ExtraLinesProps {
  lines: readonly TypedLine[];
  faults: TermFaults['lines'];
  /** True to show errors for empty fields as well. */
  revealed: boolean;
  /** The server's error about the lines. */
  error: string | undefined;
  onChange: (patch: Pick<QuoteTerms, 'lines'>) => void;
}

/** Fields for custom price lines. Pressing Enter in an amount adds another line. */
export function ExtraLines({ lines, faults, revealed, error, onChange }: ExtraLinesProps) {
  const list = useRef<HTMLUListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const title = useId();
  // Index of the line to focus after rendering; -1 for the button below.
  const goTo = useRef<number | null>(null);
  useEffect(() => {
    const target = goTo.current;
    goTo.current = null;
    if (target === null) return;
    const field = list.current?.querySelectorAll<HTMLInputElement>('[name="extraLineText"]')[target];
    (field ?? adder.current)?.focus();
  });

  const add = () => {
    if (lines.length >= MOST_LINES) return;
    goTo.current = lines.length;
    const key = Math.max(-1, ...lines.map((line) => line.key)) + 1;
    onChange({ lines: [...lines, { key, text: '', amount: '' }] });
  };
  const remove = (index: number) => {
    goTo.current = Math.min(index, lines.length - 2);
    onChange({ lines: lines.filter((_, at) => at !== index) });
  };
  const put = (index: number, patch: Partial<TypedLine>) =>
    onChange({ lines: lines.map((line, at) => (at === index ? { ...line, ...patch } : line)) });
  const onEnter = (index: number) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // By default, Enter would submit the form and send the quote.
    event.stopPropagation();
    if (index === lines.length - 1) add();
    else list.current?.querySelectorAll<HTMLInputElement>('[name="extraLineText"]')[index + 1]?.focus();
  };

  return (
    <div className="grid gap-3">
      <p id={title} className="font-medium text-sm">
        Extra lines
      </p>
      {lines.length === 0 ? null : (
        <ul ref={list} aria-labelledby={title} className="grid gap-3">
          {lines.map((line, index) => {
            const fault = faults.get(line.key);
            return (
              <li
                key={line.key}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-3 max-sm:rounded-md max-sm:border max-sm:border-line max-sm:p-3 sm:grid-cols-[minmax(0,1fr)_8.5rem_auto]"
              >
                <Field
                  label={`Text of line ${index + 1}`}
                  error={revealed || line.amount !== '' ? fault?.text : undefined}
                  className="max-sm:col-span-2 [&>label]:sr-only"
                >
                  <Input
                    name="extraLineText"
                    autoComplete="off"
                    maxLength={200}
                    placeholder="For example: Delivery on a Sunday"
                    value={line.text}
                    onChange={(event) => put(index, { text: event.target.value })}
                  />
                </Field>
                <Field
                  label={`Amount of line ${index + 1}`}
                  error={revealed || line.amount !== '' ? fault?.amount : undefined}
                  className="[&>label]:sr-only"
                >
                  <AmountInput
                    name="extraLineAmount"
                    maxLength={14}
                    placeholder="0.00"
                    className="text-right"
                    value={line.amount}
                    onChange={(event) => put(index, { amount: event.target.value })}
                    onKeyDown={onEnter(index)}
                  />
                </Field>
                <Button
                  kind="quiet"
                  size="icon"
                  aria-label={`Remove line ${index + 1}`}
                  onClick={() => remove(index)}
                >
                  <X aria-hidden="true" />
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <FormError message={error} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          ref={adder}
          name="extraLines"
          kind="secondary"
          size="sm"
          disabled={lines.length >= MOST_LINES}
          onClick={add}
        >
          <Plus aria-hidden="true" />
          Add a Line
        </Button>
        {lines.length >= MOST_LINES ? (
          <p className="text-faint text-sm">A quote can have at most {MOST_LINES} lines.</p>
        ) : lines.length === 0 ? (
          <p className="text-faint text-sm">A service or product with its own price.</p>
        ) : null}
      </div>
    </div>
  );
}
