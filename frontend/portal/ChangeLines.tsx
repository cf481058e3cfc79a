/** Fields of a booking's lines: letters with their options, items and packages. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { CATALOG } from '@/booking-form/line-texts';
import { FORM, LABELS } from '@/booking-form/texts';
import { formatMoney } from '@/lib/money';
import {
  type Current,
  type ItemEdit,
  type LettersEdit,
  type LineEdit,
  MOST_LINES,
  newLetters,
  type PackageEdit,
} from './change-lines';
import { FormError, SelectField, TextField } from './fields';
import { secondaryButton, textLink } from './looks';

interface ChangeLinesProps {
  lines: readonly LineEdit[];
  current: Current;
  currency: string;
  faults: Readonly<Partial<Record<string, string>>>;
  onChange: (lines: readonly LineEdit[]) => void;
}

type Choices = readonly (readonly [string, string])[];

/** The choices of a select, with the current one even if the business no longer offers it. */
const withChosen = (choices: Choices, chosen: string): Choices =>
  chosen === '' || choices.some(([code]) => code === chosen)
    ? choices
    : [...choices, [chosen, `${chosen} (no longer offered)`]];

export function ChangeLines({ lines, current, currency, faults, onChange }: ChangeLinesProps) {
  const nextKey = useRef(lines.length);
  const list = useRef<HTMLDivElement>(null);
  /** Index of a line to focus after it was added or another one was removed. */
  const [focusing, setFocusing] = useState<number | null>(null);
  useEffect(() => {
    if (focusing === null) return;
    const line = list.current?.children[focusing] as HTMLElement | undefined;
    (line?.querySelector<HTMLElement>('input, select') ?? line)?.focus();
    setFocusing(null);
  }, [focusing]);
  const add = (line: LineEdit) => {
    nextKey.current += 1;
    onChange([...lines, line]);
    setFocusing(lines.length);
  };
  const remove = (index: number) => {
    onChange(lines.filter((_, at) => at !== index));
    setFocusing(Math.max(0, index - 1));
  };
  const isFull = lines.length >= MOST_LINES;
  return (
    <div className="grid gap-4">
      <div ref={list} className="grid gap-4">
        {lines.map((line, index) => (
          <Line
            key={line.key}
            line={line}
            index={index}
            only={lines.length === 1}
            current={current}
            currency={currency}
            faults={faults}
            onChange={(changed) => onChange(lines.map((each, at) => (at === index ? changed : each)))}
          >
            {lines.length > 1 ? (
              <button
                type="button"
                className={`${textLink} min-h-11 justify-self-start text-sm`}
                aria-label={`Remove ${nameOf(line, index)}`}
                onClick={() => remove(index)}
              >
                Remove
              </button>
            ) : null}
          </Line>
        ))}
      </div>
      <FormError message={faults.lines} />
      {isFull ? (
        <p className="text-faint text-sm">A booking can have at most {MOST_LINES} lines.</p>
      ) : (
        <AddLine
          current={current}
          currency={currency}
          onLetters={() => add(newLetters(lines, current, nextKey.current))}
          onAdd={(line) => add({ ...line, key: nextKey.current })}
        />
      )}
    </div>
  );
}

const nameOf = (line: LineEdit, index: number) =>
  line.kind === 'letters' ? line.text.trim() || `line ${index + 1}` : line.name;

interface LineProps {
  line: LineEdit;
  index: number;
  only: boolean;
  current: Current;
  currency: string;
  faults: ChangeLinesProps['faults'];
  onChange: (line: LineEdit) => void;
  children: ReactNode;
}

function Line({ line, index, only, current, currency, faults, onChange, children }: LineProps) {
  const at = (name: string) => ({ id: `line-${line.key}-${name}`, error: faults[`lines[${index}].${name}`] });
  return (
    <fieldset tabIndex={-1} className="grid min-w-0 gap-3 rounded-lg border border-line p-4 outline-none">
      <legend className="break-words px-1 font-medium text-sm">
        {line.kind !== 'letters' ? line.name : only ? 'Your sign' : `Line ${index + 1}`}
      </legend>
      {line.kind === 'letters' ? (
        <Letters line={line} index={index} current={current} currency={currency} at={at} put={onChange} />
      ) : line.kind === 'item' ? (
        <TextField
          {...at('quantity')}
          label="Quantity"
          inputMode="numeric"
          maxLength={6}
          value={line.quantity}
          onChange={(quantity) => onChange({ ...line, quantity })}
        />
      ) : (
        <Words line={line} at={at} put={(words) => onChange({ ...line, words })} />
      )}
      <FormError message={faults[`lines[${index}]`]} />
      {children}
    </fieldset>
  );
}

interface LettersProps {
  line: LettersEdit & { readonly key: number };
  index: number;
  current: Current;
  currency: string;
  at: (name: string) => { id: string; error: string | undefined };
  put: (line: LineEdit) => void;
}

function Letters({ line, index, current, currency, at, put }: LettersProps) {
  const money = (amount: number) => formatMoney(amount, currency);
  const { sizes, colors, addOns } = current;
  const finishesIn = (size: string) => sizes.find(({ code }) => code === size)?.finishes ?? [];
  const finishes = finishesIn(line.size);
  const change = (patch: Partial<LettersEdit>) => put({ ...line, ...patch });
  const changeSize = (size: string) => {
    const offered = finishesIn(size);
    const keeps = offered.length === 0 || offered.some(({ code }) => code === line.finish);
    change({ size, finish: keeps ? line.finish : (offered[0]?.code ?? '') });
  };
  const toggle = (code: string) =>
    change({
      addOns: line.addOns.includes(code)
        ? line.addOns.filter((other) => other !== code)
        : [...line.addOns, code],
    });
  const sizeChoices = withChosen(
    sizes.map(({ code, label, price }) => [code, FORM.sizeChoice(label, money(price))] as const),
    line.size,
  );
  const colorChoices = withChosen(
    colors.map(
      ({ code, label, price }) => [code, FORM.colorChoice(label, price > 0 ? money(price) : null)] as const,
    ),
    line.colorOption,
  );
  const asksWhich = (color: string) => colors.some(({ code, asksWhich }) => asksWhich && code === color);
  const extras = [
    ...addOns.map(({ code, label, price }) => ({
      code,
      label: `${label}, ${FORM.addOn(price > 0 ? money(price) : null)}`,
    })),
    ...line.addOns
      .filter((code) => addOns.every((row) => row.code !== code))
      .map((code) => ({ code, label: `${code} (no longer offered)` })),
  ];
  return (
    <>
      <TextField
        {...at('text')}
        label={index === 0 ? 'Letters' : `Letters of line ${index + 1}`}
        maxLength={500}
        value={line.text}
        onChange={(text) => change({ text })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        {sizeChoices.length > 1 ? (
          <SelectField
            {...at('size')}
            label="Size"
            options={sizeChoices}
            value={line.size}
            onChange={changeSize}
          />
        ) : null}
        {finishes.length > 1 ? (
          <SelectField
            {...at('finish')}
            label="Finish"
            options={withChosen(
              finishes.map(({ code, label }) => [code, label] as const),
              line.finish,
            )}
            value={line.finish}
            onChange={(finish) => change({ finish })}
          />
        ) : null}
        {colorChoices.length > 1 ? (
          <SelectField
            {...at('colorOption')}
            label="Color"
            options={colorChoices}
            value={line.colorOption}
            onChange={(colorOption) =>
              change({ colorOption, customColor: asksWhich(colorOption) ? '' : undefined })
            }
          />
        ) : null}
        {asksWhich(line.colorOption) ? (
          <TextField
            {...at('customColor')}
            label={LABELS.customColor}
            maxLength={60}
            value={line.customColor ?? ''}
            onChange={(customColor) => change({ customColor })}
          />
        ) : null}
      </div>
      {extras.length === 0 ? null : (
        <fieldset className="grid min-w-0 gap-1">
          <legend className="font-medium text-sm">Add-ons</legend>
          {extras.map(({ code, label }) => (
            <label key={code} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-action"
                checked={line.addOns.includes(code)}
                onChange={() => toggle(code)}
              />
              <span className="min-w-0 break-words">{label}</span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

function Words({
  line: { words, name },
  at,
  put,
}: {
  line: PackageEdit;
  at: LettersProps['at'];
  put: (words: readonly string[]) => void;
}) {
  if (words.length === 0) return <p className="text-soft text-sm">One {name}.</p>;
  const { id, error } = at('words');
  return words.map((word, place) => (
    <TextField
      // biome-ignore lint/suspicious/noArrayIndexKey: blanks are told apart by their place.
      key={place}
      id={`${id}-${place}`}
      error={place === 0 ? error : undefined}
      label={words.length === 1 ? 'Your text' : `Your text ${place + 1} of ${words.length}`}
      maxLength={100}
      value={word}
      onChange={(text) => put(words.map((each, other) => (other === place ? text : each)))}
    />
  ));
}

function AddLine({
  current: { items, packages },
  currency,
  onLetters,
  onAdd,
}: {
  current: Current;
  currency: string;
  onLetters: () => void;
  onAdd: (line: ItemEdit | PackageEdit) => void;
}) {
  const id = useId();
  const [chosen, setChosen] = useState('');
  const money = (amount: number) => formatMoney(amount, currency);
  const choices: Choices = [
    ['', 'Choose'],
    ...items.map((row): readonly [string, string] => [
      `item-${row.id}`,
      `${row.name}, ${money(row.price)} ${CATALOG.per[row.per]}`,
    ]),
    ...packages.map((row): readonly [string, string] => [
      `package-${row.id}`,
      row.price == null ? row.name : `${row.name}, ${money(row.price)}`,
    ]),
  ];
  const add = () => {
    const item = items.find((row) => `item-${row.id}` === chosen);
    const bundle = packages.find((row) => `package-${row.id}` === chosen);
    if (item) onAdd({ kind: 'item', itemId: item.id, name: item.name, quantity: '1' });
    if (bundle) {
      const words = Array.from({ length: bundle.blanks }, () => '');
      onAdd({ kind: 'package', packageId: bundle.id, name: bundle.name, words });
    }
    setChosen('');
  };
  return (
    <div className="grid gap-3">
      {choices.length === 1 ? null : (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
          <SelectField
            id={id}
            label="Add an item or package"
            error={undefined}
            options={choices}
            value={chosen}
            onChange={setChosen}
          />
          <button type="button" className={`${secondaryButton} px-4`} disabled={chosen === ''} onClick={add}>
            Add
          </button>
        </div>
      )}
      <button type="button" className={`${secondaryButton} justify-self-start px-4`} onClick={onLetters}>
        Add Letters
      </button>
    </div>
  );
}
