import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useItems, usePackages, useRemoveItem, useRemovePackage } from '@/api/items';
import { useOwnOffer } from '@/api/operator-form';
import { usePriceList } from '@/api/price-list';
import { useCan } from '@/api/rights';
import type { Item, Package } from '@/api/types';
import { ConfirmChange } from '@/components/ConfirmChange';
import { LoadState } from '@/components/LoadState';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { SearchInput } from '@/ui/SearchBox';
import { Placeholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { ItemCard, PackageCard } from './cards';
import { byCategory, categoriesOf, foundItems, searchFrom } from './catalog';
import { ItemDialog } from './ItemDialog';
import { PackageDialog } from './PackageDialog';
import type { Offer } from './PackageLines';

type Open = { kind: 'item'; item: Item | null } | { kind: 'package'; found: Package | null };

/** Items and packages of the business. */
export function ItemsView({ currency }: { currency: string }) {
  const items = useItems();
  const packages = usePackages();
  const changes = useCan('changeStock');
  const offer = useLetterOffer();
  const [open, setOpen] = useState<Open | null>(null);
  const [removing, setRemoving] = useState<Removing | null>(null);
  const [search, setSearch] = useState('');
  const failed = items.error !== null || packages.error !== null;
  if (failed || items.data === undefined || packages.data === undefined) {
    return (
      <LoadState of={[items, packages]} failed="We couldn't load your items">
        <Loading />
      </LoadState>
    );
  }
  const rows = items.data;
  const shown = foundItems(rows, search);
  const addItem = () => setOpen({ kind: 'item', item: null });
  const addPackage = () => setOpen({ kind: 'package', found: null });
  const actionsOf = (edited: Open, removed: Removing) =>
    changes ? { onEdit: () => setOpen(edited), onRemove: () => setRemoving(removed) } : null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <Part
        id="items-heading"
        title="Items"
        description="Balloons, backdrops, setup: everything customers order besides letters."
        isEmpty={rows.length === 0}
        empty="Add the other things you rent out. Pieces are reserved for each booking, just like letters."
        add={changes ? { kind: 'primary', label: 'Add Item', onClick: addItem } : null}
      >
        {rows.length >= searchFrom ? (
          <search>
            <SearchInput
              aria-label="Search items"
              className="max-w-xs"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </search>
        ) : null}
        {shown.length === 0 ? (
          <p className="py-8 text-center text-soft text-sm">No items match your search.</p>
        ) : (
          <ul className={cards}>
            {byCategory(shown).map((item) => (
              <li key={item.id} className="grid min-w-0">
                <ItemCard
                  item={item}
                  currency={currency}
                  actions={actionsOf({ kind: 'item', item }, { kind: 'item', row: item })}
                />
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part
        id="packages-heading"
        title="Packages"
        description="Letters and items under one name, optionally at one price."
        isEmpty={packages.data.length === 0}
        empty="Combine letters and items, such as “____ & ____” with a backdrop."
        add={changes ? { kind: 'secondary', label: 'Add Package', onClick: addPackage } : null}
      >
        <ul className={cards}>
          {packages.data.map((row) => (
            <li key={row.id} className="grid min-w-0">
              <PackageCard
                found={row}
                sizes={offer.sizes}
                currency={currency}
                actions={actionsOf({ kind: 'package', found: row }, { kind: 'package', row: row })}
              />
            </li>
          ))}
        </ul>
      </Part>
      {open?.kind === 'item' ? (
        <ItemDialog item={open.item} categories={categoriesOf(rows)} onClose={() => setOpen(null)} />
      ) : null}
      {open?.kind === 'package' ? (
        <PackageDialog found={open.found} items={rows} offer={offer} onClose={() => setOpen(null)} />
      ) : null}
      {removing === null ? null : <RemoveDialog removing={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

const cards = 'grid items-stretch gap-4 sm:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))]';

/**
 * Sizes, finishes and colors for letters. Users who can't load the price list get those of the booking form,
 * which lack finishes without stock.
 */
function useLetterOffer(): Offer {
  const list = usePriceList().data;
  const form = useOwnOffer().data;
  const finishes = new Map(
    form?.sizes.flatMap((size) => size.finishes.map((row) => [row.code, row] as const)),
  );
  return {
    sizes: list?.sizes ?? form?.sizes ?? [],
    finishes: list?.finishes ?? [...finishes.values()],
    colors: list?.colors ?? form?.colors ?? [],
  };
}

interface PartProps {
  id: string;
  title: string;
  description: string;
  isEmpty: boolean;
  /** Text shown while the list is empty, for users who may add entries. */
  empty: string;
  /** The button that adds an entry; null for users who may not add any. */
  add: { kind: 'primary' | 'secondary'; label: string; onClick: () => void } | null;
  children: ReactNode;
}

function Part({ id, title, description, isEmpty, empty, add, children }: PartProps) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h2 id={id} className="font-semibold text-lg tracking-tight">
            {title}
          </h2>
          <p className="text-soft text-sm">{description}</p>
        </div>
        {add === null || isEmpty ? null : (
          <Button kind="secondary" onClick={add.onClick}>
            <Plus aria-hidden="true" />
            {add.label}
          </Button>
        )}
      </header>
      {isEmpty ? (
        <Card>
          <EmptyState
            title={`No ${title.toLowerCase()} yet`}
            description={add === null ? 'None have been added.' : empty}
            action={
              add === null ? undefined : (
                <Button kind={add.kind} onClick={add.onClick}>
                  {add.label}
                </Button>
              )
            }
          />
        </Card>
      ) : (
        children
      )}
    </section>
  );
}

function Loading() {
  return (
    <Placeholder
      what="your items"
      className="grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))]"
      bars={['h-64 rounded-xl', 'h-64 rounded-xl', 'h-64 rounded-xl']}
    />
  );
}

export type Removing = { kind: 'item'; row: Item } | { kind: 'package'; row: Package };

/** Dialog that removes an item or package, or shows what prevents it. Mounted while open. */
export function RemoveDialog({
  removing: { kind, row },
  onClose,
}: {
  removing: Removing;
  onClose: () => void;
}) {
  const item = useRemoveItem();
  const removePackage = useRemovePackage();
  const remove = kind === 'item' ? item : removePackage;
  const noun = kind === 'item' ? 'Item' : 'Package';
  return (
    <ConfirmChange
      change={remove}
      input={row.id}
      title={`Remove ${row.name}?`}
      description={
        kind === 'item'
          ? "Past bookings keep this item. You can't remove an item that upcoming bookings or packages use."
          : "Existing bookings won't change."
      }
      confirmLabel={`Remove ${noun}`}
      pendingLabel="Removing..."
      onDone={() => toast({ title: `${noun} removed`, description: row.name })}
      onClose={onClose}
    />
  );
}
