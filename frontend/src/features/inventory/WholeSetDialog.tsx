import { useState } from 'react';
import type { PriceList } from '@/api/price-list';
import type { ImportInput, InventoryItem } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { useFormat } from '@/lib/format';
import { isWholeCents } from '@/lib/money';
import { counted, sizeName } from '@/lib/words';
import { Alert } from '@/ui/Alert';
import { Field } from '@/ui/Field';
import { Options, PriceInput, Select, Textarea } from '@/ui/Input';
import { SwitchField } from '@/ui/SwitchField';
import { TabList, TabPanel, Tabs } from '@/ui/Tabs';
import { ImportDialog } from './ImportDialog';
import { Stepper } from './Stepper';
import { type ListedSize, listPriceOf, pricedBySize, sizeLabel, sizesAmong } from './stock';
import {
  type Counts,
  groupsIn,
  readList,
  rowsOf,
  sharedCount,
  startingCounts,
  totals,
  withCount,
} from './whole-set';

export interface WholeSetDialogProps {
  items: readonly InventoryItem[];
  /** The sizes of the price list. */
  sizes: readonly ListedSize[];
  /** The business's prices; undefined if not loaded. */
  prices: PriceList | undefined;
  currency: string;
  onClose: () => void;
}

/** Dialog that adds all letters of a size at once. Mounted while open. */
export function WholeSetDialog({
  items: owned,
  sizes,
  prices: list,
  currency,
  onClose,
}: WholeSetDialogProps) {
  const format = useFormat();
  const { country } = useSignedInUser();
  // The sizes may load after the dialog opens.
  const [chosenSize, setSize] = useState<string | null>(null);
  const size = chosenSize ?? sizesAmong([], sizes)[0] ?? '';
  const finishes = list?.finishes ?? [];
  const [chosenFinish, setFinish] = useState<string | null>(null);
  const finish = chosenFinish ?? finishes[0]?.code ?? 'standard';
  // Letters in another finish are separate letters.
  const items = owned.filter((item) => finishes.length < 2 || item.finish === finish);
  const setKey = `${size} ${finish}`;
  const [way, setWay] = useState('counts');
  // Keep the counts per size, so that switching sizes loses nothing.
  const [chosen, setChosen] = useState<Readonly<Record<string, Counts>>>({});
  const [prices, setPrices] = useState<Readonly<Record<string, string>>>({});
  const [priceForAll, setPriceForAll] = useState(false);
  const [letterList, setLetterList] = useState('');
  const [fault, setFault] = useState<{ price?: string; list?: string; counts?: string }>({});

  const counts = chosen[setKey] ?? startingCounts(items, size, country);
  const price = prices[size] ?? String(listPriceOf(list, size) ?? '');
  const read = readList(letterList);
  const quantities = way === 'list' ? read.counts : counts;
  const hasSome = items.some((item) => item.size === size);
  const { letters, pieces } = totals(quantities);
  const unsaved =
    letterList.trim() !== '' ||
    Object.keys(prices).length > 0 ||
    Object.keys(chosen).length > 0 ||
    priceForAll;

  const request = (): ImportInput | null => {
    const faults = {
      ...priceFault(price),
      ...(way === 'list' && letterList.trim() === ''
        ? { list: 'Enter the letters you own, for example A3 B2 C2' }
        : {}),
      ...(way === 'counts' && letters === 0 && !hasSome ? { counts: 'Choose at least one letter' } : {}),
    };
    setFault(faults);
    const unclear = way === 'list' && read.problems.length > 0;
    if (Object.keys(faults).length > 0 || unclear) {
      return null;
    }
    const pricePerDay = Number(price);
    // If the price is set per size, a different price either applies to all letters of the size or is
    // ignored.
    const otherPrice = pricedBySize(list) && pricePerDay !== listPriceOf(list, size);
    const rows = rowsOf(quantities, { size, pricePerDay, priceForAll: priceForAll || otherPrice }, items);
    return { rows: finishes.length < 2 ? rows : rows.map((row) => ({ ...row, finish })) };
  };
  const set = (of: readonly string[], count: number) =>
    setChosen((before) => ({ ...before, [setKey]: withCount(counts, of, count) }));

  return (
    <ImportDialog
      title="Add a Whole Set"
      description="Enter how many of each letter you own. You can review the changes before you save."
      request={request}
      note={
        <p className="tabular text-soft text-sm" aria-live="polite">
          {counted(pieces, 'piece')} in {counted(letters, 'letter')}
        </p>
      }
      items={items}
      currency={currency}
      numbered={false}
      unsaved={unsaved}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <div className="grid grid-cols-2 gap-4">
          <Field label="Size">
            <Select value={size} onChange={(event) => setSize(event.target.value)}>
              <Options of={sizesAmong([], sizes).map((option) => [option, sizeLabel(sizes, option)])} />
            </Select>
          </Field>
          {finishes.length < 2 ? null : (
            <Field label="Finish">
              <Select value={finish} onChange={(event) => setFinish(event.target.value)}>
                <Options of={finishes.map(({ code, label }) => [code, label])} />
              </Select>
            </Field>
          )}
          <Field
            label="Price Per Day"
            error={fault.price}
            hint={pricedBySize(list) ? `Price of every ${sizeName(format, size)} letter` : undefined}
            required
          >
            <PriceInput
              min={1}
              value={price}
              onChange={(event) => setPrices((before) => ({ ...before, [size]: event.target.value }))}
            />
          </Field>
        </div>
        {hasSome && !pricedBySize(list) ? (
          <SwitchField
            label="Same price for letters I already have"
            hint="Otherwise existing letters keep their price and only new letters get this one."
            checked={priceForAll}
            onChange={setPriceForAll}
          />
        ) : null}
        <Tabs value={way} onValueChange={setWay}>
          <TabList aria-label="Input method" of={{ counts: 'Choose Counts', list: 'Paste a List' }} />
          <TabPanel value="counts" tabIndex={-1} className="grid gap-5 pt-5">
            {fault.counts === undefined ? null : <Alert title={fault.counts} />}
            <CountFields counts={counts} country={country} onSet={set} />
          </TabPanel>
          <TabPanel value="list" tabIndex={-1} className="pt-5">
            <Field
              label="Your Letters"
              error={fault.list}
              hint="A3 B2 C2, or one per line. Write digits with a colon: 7: 2"
            >
              <Textarea
                rows={6}
                value={letterList}
                autoComplete="off"
                spellCheck={false}
                placeholder="A3 B2 C2 D2 E5 &2"
                className="tabular"
                onChange={(event) => {
                  setLetterList(event.target.value);
                  setFault({});
                }}
              />
            </Field>
            <Unclear problems={read.problems} />
            <p className="mt-3 text-faint text-sm">Letters that aren't on the list won't change.</p>
          </TabPanel>
        </Tabs>
      </div>
    </ImportDialog>
  );
}

function priceFault(text: string): { price?: string } {
  const price = Number(text);
  if (text.trim() === '' || !(price >= 1)) {
    return { price: 'Price must be at least 1' };
  }
  return isWholeCents(price) ? {} : { price: 'Use at most two decimals' };
}

function Unclear({ problems }: { problems: readonly string[] }) {
  const shown = problems.slice(0, 5);
  return problems.length === 0 ? null : (
    <Alert title="Some entries are unclear" className="mt-3">
      <ul className="list-disc pl-4">
        {shown.map((problem) => (
          <li key={problem} className="break-words">
            {problem}
          </li>
        ))}
        {problems.length > shown.length ? <li>and {problems.length - shown.length} more</li> : null}
      </ul>
    </Alert>
  );
}

interface CountFieldsProps {
  counts: Counts;
  country: string | null;
  onSet: (letters: readonly string[], count: number) => void;
}

function CountFields({ counts, country, onSet }: CountFieldsProps) {
  return (
    <>
      <fieldset>
        <legend className="mb-2 font-medium text-sm">Quantity by group</legend>
        <div className="grid gap-x-6 gap-y-3 rounded-lg border border-line bg-surface p-3.5 sm:grid-cols-2">
          {groupsIn(country).map(({ name, letters }) => (
            <Stepper
              key={name}
              name={name}
              label={
                <span className="block text-sm">
                  <span className="block font-medium">{name}</span>
                  <span className="block text-faint text-xs">{spanOf(letters)}</span>
                </span>
              }
              value={sharedCount(counts, letters)}
              onChange={(count) => onSet(letters, count)}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-2 font-medium text-sm">Quantity by letter</legend>
        <div className="grid grid-cols-2 gap-x-5 gap-y-2 sm:grid-cols-3 md:grid-cols-4">
          {[...counts].map(([letter, count]) => (
            <Stepper
              key={letter}
              name={letter}
              label={
                <span className={count === 0 ? 'text-faint' : 'font-semibold'} aria-hidden="true">
                  {letter}
                </span>
              }
              value={count}
              onChange={(next) => onSet([letter], next)}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

/** "A E I O U", or "B – Z" for long groups. */
function spanOf(letters: readonly string[]): string {
  return letters.length <= 5 ? letters.join(' ') : `${letters[0]} – ${letters.at(-1)}`;
}
