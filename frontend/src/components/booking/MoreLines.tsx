import { Plus, Trash2 } from 'lucide-react';
import { type ComponentProps, useEffect, useId, useRef } from 'react';
import { useItems, usePackages } from '@/api/items';
import type { Item, Package } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import {
  type DraftLine,
  type DraftLines,
  type ItemDraft,
  type LettersDraft,
  type PackageDraft,
  withAdded,
  withLine,
} from '@/booking-form/draft';
import { colorsToName, type Offer } from '@/booking-form/offer';
import { LABELS } from '@/booking-form/texts';
import { SearchSelect } from '@/components/SearchSelect';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { finishName } from '@/lib/words';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { FormError } from '@/ui/FormError';
import { Input, Options, Select } from '@/ui/Input';
import { AddOns } from './AddOns';
import type { Choices } from './kept-options';
import { type LineFaults, mostLines } from './lines';

export interface MoreLinesProps {
  lines: DraftLines;
  onChange: (lines: DraftLines) => void;
  /** Errors of each line, by its place. */
  faults: ReadonlyMap<number, LineFaults>;
  /** The error of the lines as a whole. */
  error: string | undefined;
  /** The price of each line from the server, by its place. */
  prices: ReadonlyMap<number, number>;
  offer: Pick<Offer, 'colors' | 'hasCatalog' | 'sizes'>;
  choices: Choices;
  currency: string;
}

/** The lines after the first: more letters, items and packages. Shows only small buttons until a line is added. */
export function MoreLines({
  lines,
  onChange,
  faults,
  error,
  prices,
  offer,
  choices,
  currency,
}: MoreLinesProps) {
  const title = useId();
  const list = useRef<HTMLOListElement>(null);
  const goOn = useRef(false);
  const items = useItems(offer.hasCatalog).data ?? [];
  const packages = usePackages(offer.hasCatalog).data ?? [];
  useEffect(() => {
    if (!goOn.current) return;
    goOn.current = false;
    list.current?.lastElementChild?.querySelector<HTMLElement>('input, select')?.focus();
  });
  const add = (line: DraftLine) => {
    goOn.current = true;
    onChange(withAdded({ lines }, line).lines);
  };
  const rest = lines.flatMap((line, place) => (place === 0 ? [] : { line, place }));
  const [firstItem] = items;
  const [firstPackage] = packages;
  return (
    <div className="grid gap-3">
      {rest.length === 0 ? null : (
        <>
          <p id={title} className="font-medium text-sm">
            More lines
          </p>
          <ol ref={list} aria-labelledby={title} className="grid gap-3">
            {rest.map(({ line, place }) => {
              const fault = faults.get(place) ?? {};
              const price = prices.get(place);
              const put = (changed: DraftLine | null) => onChange(withLine({ lines }, place, changed).lines);
              return (
                <li key={place} className="grid gap-3 rounded-lg border border-line bg-raised/50 p-3.5">
                  <div className="flex items-center justify-between gap-3">
                    <p className="font-medium text-soft text-sm">{titles[line.kind]}</p>
                    <div className="flex items-center gap-2">
                      {price === undefined ? null : (
                        <span className="tabular font-medium text-sm">{formatMoney(price, currency)}</span>
                      )}
                      <Button
                        kind="quiet"
                        size="icon"
                        className="text-soft"
                        aria-label={`Remove line ${place + 1}: ${titles[line.kind]}`}
                        onClick={() => put(null)}
                      >
                        <Trash2 aria-hidden="true" />
                      </Button>
                    </div>
                  </div>
                  {line.kind === 'letters' ? (
                    <LettersFields
                      line={line}
                      place={place}
                      put={put}
                      fault={fault}
                      offer={offer}
                      choices={choices}
                      currency={currency}
                    />
                  ) : line.kind === 'item' ? (
                    <ItemFields line={line} put={put} fault={fault} items={items} currency={currency} />
                  ) : (
                    <PackageFields line={line} put={put} fault={fault} packages={packages} />
                  )}
                  <FormError message={fault.line} />
                </li>
              );
            })}
          </ol>
        </>
      )}
      <FormError message={error} />
      {lines.length >= mostLines ? (
        <p className="text-faint text-sm">A booking can have at most {mostLines} lines.</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Adder
            label="Add Letters"
            onClick={() =>
              add({
                kind: 'letters',
                text: '',
                size: choices.sizes[0]?.code ?? '',
                finish: '',
                colorOption: choices.colors[0]?.code ?? '',
                addOns: [],
              })
            }
          />
          {firstItem === undefined ? null : (
            <Adder
              label="Add Item"
              onClick={() => add({ kind: 'item', itemId: firstItem.id, name: firstItem.name, quantity: '1' })}
            />
          )}
          {firstPackage === undefined ? null : (
            <Adder
              label="Add Package"
              onClick={() => add({ kind: 'package', ...chosenPackage(firstPackage) })}
            />
          )}
        </div>
      )}
    </div>
  );
}

const titles = { letters: 'Letters', item: 'Item', package: 'Package' } as const;

function chosenPackage({ id, name, blanks }: Package) {
  return { packageId: id, name, words: Array.from({ length: blanks }, () => '') };
}

function Adder({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button kind="secondary" size="sm" onClick={onClick}>
      <Plus aria-hidden="true" />
      {label}
    </Button>
  );
}

interface FieldsProps<Line extends DraftLine> {
  line: Line;
  put: (line: Line) => void;
  fault: LineFaults;
}

function LettersFields({
  line,
  place,
  put,
  fault,
  offer,
  choices,
  currency,
}: FieldsProps<LettersDraft> & { place: number } & Pick<MoreLinesProps, 'offer' | 'choices' | 'currency'>) {
  const finishes = offer.sizes.find(({ code }) => code === line.size)?.finishes ?? [];
  return (
    <>
      <Field label="Message" error={fault.text} required>
        <Input
          autoComplete="off"
          maxLength={500}
          value={line.text}
          onChange={(event) => put({ ...line, text: event.target.value })}
        />
      </Field>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label="Size" error={fault.size}>
          <CodeSelect
            of={choices.sizes}
            value={line.size}
            onChange={(event) => put({ ...line, size: event.target.value, finish: '' })}
          />
        </Field>
        {finishes.length < 2 ? null : (
          <FinishField
            finishes={finishes}
            value={line.finish}
            error={fault.finish}
            onChange={(finish) => put({ ...line, finish })}
          />
        )}
        <Field label="Color" error={fault.colorOption}>
          <CodeSelect
            of={choices.colors}
            value={line.colorOption}
            onChange={(event) => put({ ...line, colorOption: event.target.value, customColor: undefined })}
          />
        </Field>
        <CustomColorField
          line={line}
          offer={offer}
          error={fault.customColor}
          onChange={(customColor) => put({ ...line, customColor })}
        />
      </div>
      {choices.addOns.length === 0 ? null : (
        <AddOns
          rows={choices.addOns}
          chosen={line.addOns}
          currency={currency}
          of={`line-${place}`}
          onChange={(addOns) => put({ ...line, addOns })}
        />
      )}
    </>
  );
}

/** A select of codes with their labels. */
export function CodeSelect({
  of,
  ...props
}: ComponentProps<typeof Select> & { of: readonly { code: string; label: string }[] }) {
  return (
    <Select {...props}>
      {/* A rental without letters has no size. */}
      {props.value === '' ? <option value="">Choose one</option> : null}
      <Options of={of.map(({ code, label }) => [code, label])} />
    </Select>
  );
}

interface CustomColorFieldProps {
  line: LettersDraft;
  offer: Pick<Offer, 'colors'>;
  error: string | undefined;
  onChange: (customColor: string) => void;
}

/** Field for the color of letters in "Custom", once it is known. Shown only if the chosen color has to be named. */
export function CustomColorField({ line, offer, error, onChange }: CustomColorFieldProps) {
  const { colorOption, customColor = '' } = line;
  if (!customColor && !colorsToName(offer.colors).includes(colorOption)) return null;
  return (
    <Field label={`${LABELS.customColor} (Optional)`} error={error}>
      <Input
        autoComplete="off"
        maxLength={60}
        value={customColor}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

export interface FinishFieldProps {
  /** Finishes in stock. */
  finishes: readonly { code: string; label: string }[];
  /** Empty for the default finish. */
  value: string;
  error?: string | undefined;
  onChange: (finish: string) => void;
}

/** Field for the finish of letters. */
export function FinishField({ finishes, value, error, onChange }: FinishFieldProps) {
  const format = useFormat();
  const usual = useSignedInUser().pieceNames?.usualFinish ?? '';
  const chosen = value || usual;
  const isListed = finishes.some(({ code }) => code === chosen);
  const named = (code: string, label: string) => (code === usual ? `${label} (default)` : label);
  return (
    <Field label="Finish" error={error}>
      <Select value={chosen} onChange={(event) => onChange(event.target.value)}>
        <Options of={finishes.map(({ code, label }) => [code, named(code, label)])} />
        {isListed ? null : <option value={chosen}>{named(chosen, finishName(format, chosen))}</option>}
      </Select>
    </Field>
  );
}

function ItemFields({
  line,
  put,
  fault,
  items,
  currency,
}: FieldsProps<ItemDraft> & { items: readonly Item[]; currency: string }) {
  const isListed = items.some(({ id }) => id === line.itemId);
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_7rem]">
      <Field label="Item" error={fault.itemId}>
        <SearchSelect
          recent="items"
          value={String(line.itemId)}
          onChoose={(chosen) => {
            const item = items.find(({ id }) => String(id) === chosen);
            if (item !== undefined) put({ ...line, itemId: item.id, name: item.name });
          }}
          options={[
            ...(isListed ? [] : [[String(line.itemId), line.name ?? ''] as const]),
            ...items.map(
              ({ id, name, price, per }) =>
                [
                  String(id),
                  price == null ? name : `${name} (${formatMoney(price, currency)} per ${per})`,
                ] as const,
            ),
          ]}
        />
      </Field>
      <Field label="Quantity" error={fault.quantity} required>
        <Input
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          className="tabular"
          value={line.quantity}
          onChange={(event) => put({ ...line, quantity: event.target.value })}
        />
      </Field>
    </div>
  );
}

function PackageFields({
  line,
  put,
  fault,
  packages,
}: FieldsProps<PackageDraft> & { packages: readonly Package[] }) {
  const isListed = packages.some(({ id }) => id === line.packageId);
  return (
    <>
      <Field label="Package" error={fault.packageId}>
        <SearchSelect
          recent="packages"
          value={String(line.packageId)}
          onChoose={(chosen) => {
            const match = packages.find(({ id }) => String(id) === chosen);
            if (match !== undefined) put({ ...line, ...chosenPackage(match) });
          }}
          options={[
            ...(isListed ? [] : [[String(line.packageId), line.name ?? ''] as const]),
            ...packages.map(({ id, name }) => [String(id), name] as const),
          ]}
        />
      </Field>
      {line.words.length === 0 ? null : (
        <div className="grid gap-3 sm:grid-cols-2">
          {line.words.map((word, at) => (
            <Field
              // biome-ignore lint/suspicious/noArrayIndexKey: a word's index is its blank.
              key={at}
              label={line.words.length === 1 ? 'Word' : `Word ${at + 1}`}
              error={word.trim() === '' || at === line.words.length - 1 ? fault.words : undefined}
              required
            >
              <Input
                autoComplete="off"
                maxLength={100}
                value={word}
                onChange={(event) =>
                  put({
                    ...line,
                    words: line.words.map((other, i) => (i === at ? event.target.value : other)),
                  })
                }
              />
            </Field>
          ))}
        </div>
      )}
    </>
  );
}
