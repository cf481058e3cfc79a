import './letter-tiles.css';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { InventoryItem } from '@/api/types';
import { useFormat } from '@/lib/format';
import { finishName } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { LetterTile } from './LetterTile';
import { availabilityPercent, cardBadge, freeToday, groupedByLetter, type Uses, unitTotal } from './stock';

const FinishesDialog = lazy(async () => ({ default: (await import('./FinishesDialog')).FinishesDialog }));

export interface SizeCardProps {
  size: string;
  /** All letters of the size. */
  items: readonly InventoryItem[];
  /** The letters that match the filters. */
  shown: readonly InventoryItem[];
  uses: Uses;
  /** Opens a letter for editing. Null for users who may not change letters. */
  onEdit: ((item: InventoryItem) => void) | null;
  onAdd: () => void;
}

/** The letters of one size as lit tiles, one for all finishes of a letter, with the overall availability. */
export function SizeCard({ size, items, shown, uses, onEdit, onAdd }: SizeCardProps) {
  const format = useFormat();
  const [letter, setLetter] = useState<string | null>(null);
  const groups = groupedByLetter(shown);
  const opened = groups.find(([first]) => first.letter === letter);
  const badge = cardBadge(items, uses);
  const percent = availabilityPercent(items, uses);
  const total = unitTotal(items);
  const several = new Set(items.map(({ finish }) => finish)).size > 1;
  const free = items.reduce((sum, item) => sum + freeToday(item, uses), 0);
  return (
    <Card className="flex flex-col">
      <CardHeader
        title={`${size} Letters`}
        aside={
          items.length === 0 ? undefined : (
            <Badge tone={badge === 'Good Stock' ? 'green' : 'yellow'}>{badge}</Badge>
          )
        }
      />
      {items.length === 0 ? (
        <EmptyState
          title={`No ${size} letters yet`}
          description={
            onEdit === null
              ? 'None have been added.'
              : 'Add the letters you own so we can check requests against your stock.'
          }
          action={
            onEdit === null ? undefined : (
              <Button kind="secondary" size="sm" onClick={onAdd}>
                <Plus aria-hidden="true" />
                Add a {size} Letter
              </Button>
            )
          }
        />
      ) : (
        <CardBody className="flex flex-1 flex-col gap-4 px-3 sm:px-5">
          <ul className="letter-tiles">
            {groups.map((group) => {
              const [first] = group;
              const open = group.length > 1 ? () => setLetter(first.letter) : onEdit && (() => onEdit(first));
              return (
                <li key={first.letter}>
                  <LetterTile
                    items={group}
                    finish={several ? finishName(format, first.finish) : null}
                    uses={uses}
                    onOpen={open}
                  />
                </li>
              );
            })}
          </ul>
          <div className="mt-auto grid gap-1">
            <div className="flex items-baseline justify-between text-sm">
              <span className="text-soft">Overall Availability</span>
              <span className="tabular font-medium">{percent}%</span>
            </div>
            <div
              role="progressbar"
              aria-label={`Overall availability of ${size} letters`}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={percent}
              className="h-2.5 overflow-hidden rounded-full border border-line bg-sunken"
            >
              <div
                className="h-full rounded-full bg-[linear-gradient(90deg,#f7a62e,#ffb648)] shadow-[0_0_8px_rgb(255_182_72/0.6)]"
                style={{ width: `${percent}%` }}
              />
            </div>
            <p className="tabular text-faint text-sm">
              {total} {total === 1 ? 'unit' : 'units'} total,{' '}
              {free === total ? 'all available today' : `${free} available today`}
            </p>
          </div>
        </CardBody>
      )}
      {opened === undefined ? null : (
        <Suspense fallback={null}>
          <FinishesDialog
            items={opened}
            uses={uses}
            onEdit={
              onEdit &&
              ((item) => {
                setLetter(null);
                onEdit(item);
              })
            }
            onClose={() => setLetter(null)}
          />
        </Suspense>
      )}
    </Card>
  );
}
