import { Pencil } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { PriceList } from '@/api/price-list';
import type { InventoryItem } from '@/api/types';
import { formatMoney } from '@/lib/money';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { SortableTh, Table, Td, Th } from '@/ui/Table';
import {
  chargedFor,
  finishLabel,
  type ListedSize,
  type Sorting,
  type SortKey,
  sizeLabel,
  sortedLetters,
  stockLevel,
  stockTones,
  type Uses,
} from './stock';

const columns: { key: SortKey; label: string; right?: boolean }[] = [
  { key: 'letter', label: 'Letter' },
  { key: 'size', label: 'Size' },
  { key: 'quantity', label: 'Available Quantity', right: true },
  { key: 'pricePerDay', label: 'Price Per Day', right: true },
];

export interface LetterTableProps {
  items: readonly InventoryItem[];
  /** Whether to show the finish. */
  finishes: boolean;
  /** The sizes of the price list. */
  sizes: readonly ListedSize[];
  uses: Uses;
  /** The business's prices; undefined if not loaded. */
  prices: PriceList | undefined;
  currency: string;
  /** Opens a letter for editing. Null for users who may not change letters; they don't see prices either. */
  onEdit: ((item: InventoryItem) => void) | null;
}

/** Sortable table of letters. */
export function LetterTable({ items, finishes, sizes, uses, prices, currency, onEdit }: LetterTableProps) {
  const [sorting, setSorting] = useState<Sorting>({ key: 'letter', direction: 'ascending' });
  const shown = columns.filter(({ key }) => onEdit !== null || key !== 'pricePerDay');
  const rows = sortedLetters(items, sorting, (item) => chargedFor(item, prices));
  const sortBy = (key: SortKey) =>
    setSorting((now) => ({
      key,
      direction: now.key === key && now.direction === 'ascending' ? 'descending' : 'ascending',
    }));
  return (
    <Card>
      <Table label="Letters in stock" className="stacks">
        <thead>
          <tr>
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
                  <Badge tone={stockTones[level]}>{level}</Badge>
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
    </Card>
  );
}
