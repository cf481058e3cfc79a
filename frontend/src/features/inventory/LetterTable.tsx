import { Pencil } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { PriceList } from '@/api/price-list';
import type { InventoryItem } from '@/api/types';
import { formatMoney } from '@/lib/money';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Options, Select } from '@/ui/Input';
import { SearchInput } from '@/ui/SearchBox';
import { SortableTh, Table, Td, Th } from '@/ui/Table';
import {
  chargedFor,
  findLetters,
  finishLabel,
  hasFinishes,
  type ListedSize,
  type Sorting,
  type SortKey,
  sizeLabel,
  sizesAmong,
  stockLevel,
  type Uses,
} from './stock';

const tones = { Good: 'green', Medium: 'yellow', Few: 'neutral', Low: 'red' } as const;
const columns: { key: SortKey; label: string; right?: boolean }[] = [
  { key: 'letter', label: 'Letter' },
  { key: 'size', label: 'Size' },
  { key: 'quantity', label: 'Available Quantity', right: true },
  { key: 'pricePerDay', label: 'Price Per Day', right: true },
];

export interface LetterTableProps {
  items: readonly InventoryItem[];
  /** The sizes of the price list. */
  sizes: readonly ListedSize[];
  uses: Uses;
  /** The business's prices; undefined if not loaded. */
  prices: PriceList | undefined;
  currency: string;
  /** Opens a letter for editing. Null for users who may not change letters; they don't see prices either. */
  onEdit: ((item: InventoryItem) => void) | null;
}

/** Table of all letters with search, size filter and sorting. */
export function LetterTable({ items, sizes, uses, prices, currency, onEdit }: LetterTableProps) {
  const [size, setSize] = useState('all');
  const [search, setSearch] = useState('');
  const [sorting, setSorting] = useState<Sorting>({ key: 'letter', direction: 'ascending' });
  const shown = columns.filter(({ key }) => onEdit !== null || key !== 'pricePerDay');
  const finishes = hasFinishes(items, prices);
  const rows = findLetters(items, { size, search }, sorting, (item) => chargedFor(item, prices));
  const sortBy = (key: SortKey) =>
    setSorting((now) => ({
      key,
      direction: now.key === key && now.direction === 'ascending' ? 'descending' : 'ascending',
    }));
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-3 p-4 sm:px-5">
        <SearchInput
          aria-label="Search letters"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="min-w-52 flex-1 sm:max-w-xs"
        />
        <Select
          aria-label="Size"
          value={size}
          onChange={(event) => setSize(event.target.value)}
          className="w-40"
        >
          <option value="all">All Sizes</option>
          <Options
            of={sizesAmong(items, sizes).map((option) => [option, `${sizeLabel(sizes, option)} Letters`])}
          />
        </Select>
        <p className="tabular ml-auto text-faint text-sm" aria-live="polite">
          {rows.length} of {items.length}
        </p>
      </div>
      <Table label="Letters in stock" className="stacks">
        <thead>
          <tr className="border-line border-t">
            {shown.map(({ key, label, right }) => (
              <Fragment key={key}>
                <SortableTh
                  label={label}
                  direction={sorting.key === key ? sorting.direction : 'none'}
                  onSort={() => sortBy(key)}
                  {...(right === true ? { className: 'text-right' } : {})}
                />
                {key === 'size' && finishes ? <Th>Finish</Th> : null}
              </Fragment>
            ))}
            <Th>Status</Th>
            {onEdit === null ? null : <Th className="text-right">Actions</Th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((item) => {
            const level = stockLevel(item, uses);
            const charged = chargedFor(item, prices);
            return (
              <tr key={item.id} className="transition-colors hover:bg-sunken/60">
                <Td label="Letter" className="font-semibold text-base">
                  {item.letter}
                </Td>
                <Td label="Size" className="text-soft">
                  {sizeLabel(sizes, item.size)}
                </Td>
                {finishes ? (
                  <Td label="Finish" className="text-soft">
                    {finishLabel(prices, item.finish)}
                  </Td>
                ) : null}
                <Td label="Available Quantity" className="tabular md:text-right">
                  {item.quantity}
                </Td>
                {onEdit === null ? null : (
                  <Td label="Price Per Day" className="tabular md:text-right">
                    {formatMoney(charged, currency)}
                    {!('pricePerDay' in item) || charged === item.pricePerDay ? null : (
                      <span className="block text-faint text-xs">
                        own price {formatMoney(item.pricePerDay, currency)} (not used)
                      </span>
                    )}
                  </Td>
                )}
                <Td label="Status">
                  <Badge tone={tones[level]}>{level}</Badge>
                </Td>
                {onEdit === null ? null : (
                  <Td className="max-md:-mt-1 md:text-right">
                    <Button
                      kind="quiet"
                      size="sm"
                      className="max-md:w-full max-md:border max-md:border-line"
                      aria-label={`Edit ${item.letter} (${sizeLabel(sizes, item.size)}${finishes ? `, ${finishLabel(prices, item.finish)}` : ''})`}
                      onClick={() => onEdit(item)}
                    >
                      <Pencil aria-hidden="true" />
                      Edit
                    </Button>
                  </Td>
                )}
              </tr>
            );
          })}
        </tbody>
      </Table>
      {rows.length === 0 ? (
        <p className="px-5 py-12 text-center text-soft text-sm">
          No inventory items found matching your criteria.
        </p>
      ) : null}
    </Card>
  );
}
