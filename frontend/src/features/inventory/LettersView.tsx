import { useState } from 'react';
import type { PriceList } from '@/api/price-list';
import type { InventoryItem } from '@/api/types';
import { cn } from '@/lib/cn';
import { useWide } from '@/lib/use-wide';
import { Card } from '@/ui/Card';
import { Options, Select } from '@/ui/Input';
import { SearchInput } from '@/ui/SearchBox';
import { Segments } from '@/ui/Segments';
import { LetterTable } from './LetterTable';
import { type LetterLayout, useLetterLayout } from './letter-layout';
import { PopularCard } from './PopularCard';
import { SizeCard } from './SizeCard';
import { hasFinishes, type ListedSize, lettersMatching, sizeLabel, sizesAmong, type Uses } from './stock';

export interface LettersViewProps {
  items: readonly InventoryItem[];
  /** The sizes of the price list. */
  sizes: readonly ListedSize[];
  uses: Uses;
  /** The business's prices; undefined if not loaded. */
  prices: PriceList | undefined;
  currency: string;
  /** Opens a letter for editing. Null for users who may not change letters; they don't see prices either. */
  onEdit: ((item: InventoryItem) => void) | null;
  onAdd: (size: string) => void;
}

const layoutNames: readonly (readonly [LetterLayout, string])[] = [
  ['tiles', 'Tiles'],
  ['table', 'Table'],
];

/** All letters with search and size filter: tiles and a table, of which narrow screens show one. */
export function LettersView({ items, sizes, uses, prices, currency, onEdit, onAdd }: LettersViewProps) {
  const [size, setSize] = useState('all');
  const [search, setSearch] = useState('');
  const [layout, setLayout] = useLetterLayout();
  const wide = useWide();
  const matching = lettersMatching(items, { size, search });
  const filtered = size !== 'all' || matching.length < items.length;
  const cards = sizesAmong(items, sizes).filter(
    (code) => !filtered || matching.some((item) => item.size === code),
  );
  return (
    <>
      <Card className="flex flex-wrap items-center gap-3 p-3 sm:px-5">
        <SearchInput
          aria-label="Search letters"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="basis-full sm:max-w-xs"
        />
        <Select
          aria-label="Size"
          value={size}
          onChange={(event) => setSize(event.target.value)}
          className="w-auto max-sm:flex-1"
        >
          <option value="all">All Sizes</option>
          <Options
            of={sizesAmong(items, sizes).map((option) => [option, `${sizeLabel(sizes, option)} Letters`])}
          />
        </Select>
        {wide ? null : (
          <Segments label="Layout" options={layoutNames} value={layout} onChange={setLayout} each="min-h-9" />
        )}
        <p className="tabular ml-auto text-faint text-sm" aria-live="polite">
          {matching.length} of {items.length}
        </p>
      </Card>
      {matching.length > 0 ? null : (
        <p className={cn('px-5 text-center text-soft text-sm', items.length > 0 && 'py-8')}>
          No inventory items found matching your criteria.
        </p>
      )}
      {wide || layout === 'tiles' ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-6 lg:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_20rem]">
          {cards.map((code) => (
            <SizeCard
              key={code}
              size={sizeLabel(sizes, code)}
              items={items.filter((item) => item.size === code)}
              shown={matching.filter((item) => item.size === code)}
              uses={uses}
              onEdit={onEdit}
              onAdd={() => onAdd(code)}
            />
          ))}
          {filtered ? null : <PopularCard />}
        </div>
      ) : null}
      {matching.length > 0 && (wide || layout === 'table') ? (
        <LetterTable
          items={matching}
          finishes={hasFinishes(items, prices)}
          sizes={sizes}
          uses={uses}
          prices={prices}
          currency={currency}
          onEdit={onEdit}
        />
      ) : null}
    </>
  );
}
