import { useRemoveItem, useRemovePackage } from '@/api/items';
import type { Item, Package } from '@/api/types';
import { ConfirmChange } from '@/components/ConfirmChange';
import { toast } from '@/ui/toast-store';

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
