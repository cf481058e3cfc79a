import { ClipboardCheck, Download, FileUp, LibraryBig, MoreHorizontal, Plus, Wrench } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { inventoryCsv, useInventory } from '@/api/inventory';
import { useStockUse } from '@/api/letter-reports';
import { useOwnOffer } from '@/api/operator-form';
import { usePriceList } from '@/api/price-list';
import { useCan } from '@/api/rights';
import type { InventoryItem } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { LoadState } from '@/components/LoadState';
import { dayIn } from '@/lib/dates';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '@/ui/Menu';
import { PageHeader } from '@/ui/PageHeader';
import { Placeholder, Skeleton } from '@/ui/Skeleton';
import { Tab, TabList, TabPanel, Tabs } from '@/ui/Tabs';
import { CsvDialog } from './CsvDialog';
import { ItemsView } from './items/ItemsView';
import { LetterCalendarView } from './LetterCalendarView';
import { LetterDialog } from './LetterDialog';
import { LettersView } from './LettersView';
import { MissedView } from './MissedView';
import { sizesAmong, usesOf } from './stock';
import { Welcome } from './Welcome';
import { WholeSetDialog } from './WholeSetDialog';

const TagsView = lazy(async () => ({ default: (await import('./TagsView')).TagsView }));

/** The open dialog: an existing letter, a new one of a size, a whole set, or an import. */
type Open = { kind: 'letter'; item: InventoryItem | null; size: string } | { kind: 'set' } | { kind: 'csv' };

const views = ['letters', 'items', 'calendar', 'tags', 'missed'] as const;

export function InventoryPage() {
  usePageTitle('Inventory');
  const user = useSignedInUser();
  const inventory = useInventory();
  const priceList = usePriceList();
  const uses = usesOf(useStockUse().data ?? []);
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Open | null>(null);
  const changes = useCan('changeStock');
  const money = useCan('seeMoney');
  const current = views.find((name) => name === params.get('view')) ?? 'letters';
  const view = current === 'missed' && !money ? 'letters' : current;
  const today = dayIn(user.timeZone ?? 'UTC', new Date());
  // Users who may not see prices still need the sizes.
  const offer = useOwnOffer(!useCan('changeSettings'));
  const sizes = priceList.data?.sizes ?? offer.data?.sizes ?? [];
  const currency = user.currency ?? 'USD';
  const letters = inventory.data;
  const edit = (item: InventoryItem) => setOpen({ kind: 'letter', item, size: item.size });
  const add = (size: string) => setOpen({ kind: 'letter', item: null, size });
  const addSet = () => setOpen({ kind: 'set' });
  const close = () => setOpen(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHeader
        title="Inventory Management"
        description="Everything you own and rent out. Customers can only book letters listed here."
        action={
          !changes || view === 'items' ? undefined : (
            <div className="flex flex-wrap gap-2 max-sm:w-full">
              <ListMenu onImport={() => setOpen({ kind: 'csv' })} hasLetters={(letters ?? []).length > 0} />
              <Button
                kind="secondary"
                disabled={letters === undefined}
                onClick={addSet}
                className="max-sm:flex-1"
              >
                <LibraryBig aria-hidden="true" />
                Add a Whole Set
              </Button>
              <Button
                onClick={() => add(sizesAmong(letters ?? [], sizes)[0] ?? '')}
                className="max-sm:w-full"
              >
                <Plus aria-hidden="true" />
                Add New Letter
              </Button>
            </div>
          )
        }
      />
      <Tabs
        value={view}
        onValueChange={(next) =>
          setParams(next === 'letters' ? {} : { view: next }, { replace: true, preventScrollReset: true })
        }
      >
        <TabList aria-label="Inventory">
          <Tab value="letters">Letters</Tab>
          <Tab value="items">Items & Packages</Tab>
          <Tab value="calendar">Calendar</Tab>
          <Tab value="tags">Tags & Labels</Tab>
          {money ? <Tab value="missed">Missed Demand</Tab> : null}
        </TabList>
        <TabPanel value="letters" tabIndex={-1}>
          {/* The order of the sizes is that of the price list, so wait for both. */}
          {inventory.error !== null || letters === undefined || priceList.isLoading || offer.isLoading ? (
            <LoadState of={inventory} failed="We couldn't load your letters">
              <Loading />
            </LoadState>
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-6">
              {letters.length === 0 && changes ? (
                <Welcome onSet={addSet} onImport={() => setOpen({ kind: 'csv' })} />
              ) : null}
              <LettersView
                items={letters}
                sizes={sizes}
                uses={uses}
                prices={priceList.data}
                currency={currency}
                onEdit={changes ? edit : null}
                onAdd={add}
              />
            </div>
          )}
        </TabPanel>
        <TabPanel value="items" tabIndex={-1}>
          <ItemsView currency={currency} />
        </TabPanel>
        <TabPanel value="calendar" tabIndex={-1}>
          <LetterCalendarView today={today} onSet={changes ? addSet : null} />
        </TabPanel>
        <TabPanel value="tags" tabIndex={-1}>
          {view === 'tags' ? (
            <Suspense fallback={<Skeleton className="h-40" />}>
              <TagsView letters={letters ?? []} currency={currency} />
            </Suspense>
          ) : null}
        </TabPanel>
        <TabPanel value="missed" tabIndex={-1}>
          <MissedView today={today} currency={currency} />
        </TabPanel>
      </Tabs>
      {open?.kind === 'letter' ? (
        <LetterDialog
          item={open.item}
          size={open.size}
          sizes={sizes}
          prices={priceList.data}
          currency={currency}
          owned={letters ?? []}
          today={today}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'set' ? (
        <WholeSetDialog
          items={letters ?? []}
          sizes={sizes}
          prices={priceList.data}
          currency={currency}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'csv' ? (
        <CsvDialog
          items={letters ?? []}
          size={sizesAmong([], sizes)[0] ?? '4ft'}
          currency={currency}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

function ListMenu({ onImport, hasLetters }: { onImport: () => void; hasLetters: boolean }) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button kind="secondary" className="px-3" aria-label="Import and export">
          <MoreHorizontal aria-hidden="true" />
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem onSelect={onImport}>
          <FileUp aria-hidden="true" />
          Import Letters...
        </MenuItem>
        <MenuItem asChild disabled={!hasLetters}>
          <a href={inventoryCsv} download="inventory.csv">
            <Download aria-hidden="true" />
            Export as CSV
          </a>
        </MenuItem>
        <MenuItem asChild>
          <Link to={paths.repairs}>
            <Wrench aria-hidden="true" />
            Repairs and Losses
          </Link>
        </MenuItem>
        <MenuItem asChild disabled={!hasLetters}>
          <Link to={paths.stocktakes}>
            <ClipboardCheck aria-hidden="true" />
            Stocktakes
          </Link>
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

function Loading() {
  return (
    <Placeholder what="your letters" className="grid gap-4 sm:gap-6">
      <Skeleton className="h-28 rounded-xl sm:h-16" />
      <div className="grid gap-6 lg:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_20rem]">
        <Skeleton className="h-72 rounded-xl" />
        <Skeleton className="h-72 rounded-xl" />
        <Skeleton className="h-72 rounded-xl" />
      </div>
      <Skeleton className="h-80 rounded-xl" />
    </Placeholder>
  );
}
