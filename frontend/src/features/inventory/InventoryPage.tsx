import { Plus } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { useInventory } from '@/api/inventory';
import { usePriceList } from '@/api/price-list';
import type { InventoryItem } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { usePageTitle } from '@/lib/page-title';
import { Button } from '@/ui/Button';
import { LoadError } from '@/ui/LoadError';
import { PageHeader } from '@/ui/PageHeader';
import { Skeleton } from '@/ui/Skeleton';
import { LetterDialog } from './LetterDialog';
import { LetterTable } from './LetterTable';
import { PopularCard } from './PopularCard';
import { SizeCard } from './SizeCard';
import { sizes } from './stock';

/** What the dialog edits: an existing letter, or a new one of a size. */
type Editing = { item: InventoryItem } | { item: null; size: string };

export function InventoryPage() {
  usePageTitle('Inventory');
  const user = useSignedInUser();
  const inventory = useInventory();
  const priceList = usePriceList();
  const [editing, setEditing] = useState<Editing | null>(null);
  const listPrices = new Map(priceList.data?.sizes.map(({ code, price }) => [code, price]));
  const edit = (item: InventoryItem) => setEditing({ item });
  const add = (size: string) => setEditing({ item: null, size });
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Inventory Management"
        description="The letters that you own. What is not here cannot be promised."
        action={
          <Button onClick={() => add('4ft')}>
            <Plus aria-hidden="true" />
            Add New Letter
          </Button>
        }
      />
      {inventory.error !== null ? (
        <LoadError
          title="Your letters could not be loaded"
          sentence={sentenceOf(inventory.error)}
          onRetry={inventory.refetch}
        />
      ) : inventory.data === undefined ? (
        <Loading />
      ) : (
        <>
          <div className="grid gap-6 lg:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_20rem]">
            {sizes.map((size) => (
              <SizeCard
                key={size}
                size={size}
                items={inventory.data.filter((item) => item.size === size)}
                onEdit={edit}
                onAdd={() => add(size)}
              />
            ))}
            <PopularCard />
          </div>
          <LetterTable items={inventory.data} currency={user.currency ?? 'USD'} onEdit={edit} />
        </>
      )}
      {editing === null ? null : (
        <LetterDialog
          item={editing.item}
          {...(editing.item === null ? { size: editing.size } : {})}
          listPrices={listPrices}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading your letters</span>
      <div className="grid gap-6 lg:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_20rem]">
        <Skeleton className="h-72 rounded-xl" />
        <Skeleton className="h-72 rounded-xl" />
        <Skeleton className="h-72 rounded-xl" />
      </div>
      <Skeleton className="h-80 rounded-xl" />
    </div>
  );
}
