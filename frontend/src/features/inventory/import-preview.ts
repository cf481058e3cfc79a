/** Texts of the import preview. */

import type { ImportRowOut, InventoryItem, SizePrice } from '@/api/types';
import type { Format } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { counted, sizeName } from '@/lib/words';

export interface ImportSummary {
  added: number;
  changed: number;
  same: number;
  refused: number;
}

/** True if a row can't be imported. */
export function isRefused({ action }: ImportRowOut): boolean {
  return !['add', 'change', 'same'].includes(action);
}

/** Describe the prices by size, such as "$30.00 for every 4ft letter and $18.00 for every 2ft letter". */
export function pricesInWords(
  format: Format,
  prices: readonly SizePrice[],
  currency: string,
  which: 'price' | 'before',
): string {
  return prices
    .map((row) => `${formatMoney(row[which], currency)} for every ${sizeName(format, row.size)} letter`)
    .join(' and ');
}

/** Count the rows by action. */
export function summaryOf(rows: readonly ImportRowOut[]): ImportSummary {
  const having = (action: string) => rows.filter((row) => row.action === action).length;
  const [added, changed, same] = [having('add'), having('change'), having('same')];
  return { added, changed, same, refused: rows.length - added - changed - same };
}

/** Describe the import: "36 letters will be added, 2 changed and 1 unchanged." */
export function inWords({ added, changed, same }: ImportSummary, when: 'before' | 'after'): string {
  const be = (count: number) => (when === 'after' ? (count === 1 ? 'was' : 'were') : 'will be');
  const parts = [
    ...(added > 0 ? [`${counted(added, 'letter')} ${be(added)} added`] : []),
    ...(changed > 0 ? [`${counted(changed, 'letter')} ${be(changed)} changed`] : []),
    ...(same > 0 ? [`${counted(same, 'letter')} unchanged`] : []),
  ];
  const text = parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
  return `${text}.`;
}

const facts = {
  widthInches: { word: 'width', unit: ' in' },
  depthInches: { word: 'depth', unit: ' in' },
  weightPounds: { word: 'weight', unit: ' lb' },
  bulbs: { word: 'bulbs', unit: '' },
  watts: { word: 'power', unit: ' W' },
  slot: { word: 'slot', unit: '' },
  cost: { word: 'cost', unit: null },
  replacementPrice: { word: 'replacement price', unit: null },
} as const;

/** Attributes changed by a row: "width 35 in, slot Rack 3 → Rack 4". */
export function factsOf(row: ImportRowOut, currency: string): string {
  return row.facts
    .map(({ name, before, after }) => {
      const { word, unit } = facts[name];
      const say = (value: number | string) =>
        unit === null ? formatMoney(Number(value), currency) : `${value}${unit}`;
      return `${word} ${before === null ? '' : `${say(before)} → `}${after === null ? 'estimated' : say(after)}`;
    })
    .join(', ');
}

/** The effect of a row, such as "4 pieces at $25.00 a day" or "2 → 4 pieces", or its error. */
export function effectOf(row: ImportRowOut, items: readonly InventoryItem[], currency: string): string {
  const { action, quantity, pricePerDay, before, sentence } = row;
  if (action === 'add' && quantity !== null && pricePerDay !== null) {
    const pieces = `${counted(quantity, 'piece')} at ${formatMoney(pricePerDay, currency)} a day`;
    return [pieces, factsOf(row, currency)].filter(Boolean).join(', ');
  }
  if (action === 'change' && quantity !== null && pricePerDay !== null) {
    const owned = items.find(
      (item) =>
        item.size === row.size &&
        item.letter === row.letter &&
        (row.finish === null || item.finish === row.finish),
    );
    const changes = [
      ...(before !== quantity ? [`${before} → ${counted(quantity, 'piece')}`] : []),
      ...(owned !== undefined && 'pricePerDay' in owned && owned.pricePerDay !== pricePerDay
        ? [`${formatMoney(owned.pricePerDay, currency)} → ${formatMoney(pricePerDay, currency)} a day`]
        : []),
      factsOf(row, currency),
    ];
    return changes.filter(Boolean).join(', ');
  }
  return sentence ?? 'This row can’t be imported';
}

/** Sort the rows for display: errors first, then changes, then additions, each in the original order. */
export function byImportance(rows: readonly ImportRowOut[]): ImportRowOut[] {
  const rank = ({ action }: ImportRowOut) => {
    const place = ['change', 'add', 'same'].indexOf(action);
    return place === -1 ? 0 : place + 1;
  };
  return rows.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line);
}
