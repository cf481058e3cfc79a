import { Plus } from 'lucide-react';
import type { InventoryItem } from '@/api/types';
import { useFormat } from '@/lib/format';
import { finishName } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { LetterTile } from './LetterTile';
import { availabilityPercent, byLetter, cardBadge, freeToday, type Uses, unitTotal } from './stock';

export interface SizeCardProps {
  size: string;
  items: readonly InventoryItem[];
  uses: Uses;
  /** Opens a letter for editing. Null for users who may not change letters. */
  onEdit: ((item: InventoryItem) => void) | null;
  onAdd: () => void;
}

/** The letters of one size as lit tiles, with the overall availability. */
export function SizeCard({ size, items, uses, onEdit, onAdd }: SizeCardProps) {
  const format = useFormat();
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
        <CardBody className="flex flex-1 flex-col gap-5">
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(3.75rem,1fr))] gap-2">
            {items.toSorted(byLetter).map((item) => (
              <li key={item.id}>
                <LetterTile
                  item={item}
                  finish={several ? finishName(format, item.finish) : null}
                  uses={uses}
                  onEdit={onEdit === null ? null : () => onEdit(item)}
                />
              </li>
            ))}
          </ul>
          <div className="mt-auto grid gap-2">
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
    </Card>
  );
}
