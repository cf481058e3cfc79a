import { Pencil } from 'lucide-react';
import type { InventoryItem } from '@/api/types';
import { useFormat } from '@/lib/format';
import { finishName, sizeName } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { CloseFooter, Dialog, DialogBody } from '@/ui/Dialog';
import { freeToday, stockLevel, stockTones, type Uses } from './stock';

export interface FinishesDialogProps {
  /** A letter of one size in several finishes. */
  items: readonly [InventoryItem, ...InventoryItem[]];
  uses: Uses;
  /** Opens a letter for editing. Null for users who may not change letters. */
  onEdit: ((item: InventoryItem) => void) | null;
  onClose: () => void;
}

/** The finishes of a letter with their stock. */
export function FinishesDialog({ items, uses, onEdit, onClose }: FinishesDialogProps) {
  const format = useFormat();
  const [{ letter, size }] = items;
  return (
    <Dialog onClose={onClose} title={`${letter}, ${sizeName(format, size)}`}>
      <DialogBody className="py-2">
        <ul className="divide-y divide-line">
          {items.map((item) => {
            const level = stockLevel(item, uses);
            const finish = finishName(format, item.finish);
            return (
              <li key={item.id} className="flex items-center gap-3 py-3">
                <div className="min-w-0 flex-1">
                  <p className="break-words font-medium">{finish}</p>
                  <p className="tabular text-soft text-sm">
                    {item.quantity} owned, {freeToday(item, uses)} available today
                  </p>
                </div>
                <Badge tone={stockTones[level]}>{level}</Badge>
                {onEdit === null ? null : (
                  <Button
                    kind="secondary"
                    aria-label={`Edit ${letter}, ${finish}`}
                    onClick={() => onEdit(item)}
                  >
                    <Pencil aria-hidden="true" />
                    Edit
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      </DialogBody>
      <CloseFooter onClose={onClose} />
    </Dialog>
  );
}
