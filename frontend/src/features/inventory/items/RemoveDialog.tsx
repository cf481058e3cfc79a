import { useRemoveItem, useRemovePackage } from '@/api/items';
import type { Item, Package } from '@/api/types';
import { ConfirmChange } from '@/components/ConfirmChange';
import { toast } from '@/ui/toast-store';

export type Removing = { kind: 'item'; row: Item } | { kind: 'package'; row: Package };

/** Asks before an item or a package is removed, and shows what prevents it. Mounted while it is open. */
export function RemoveDialog({
  removing: { kind, row },
  onClose,
}: {
  removing: Removing;
  onClose: () => void;
}) {
  const item = useRemoveItem();
  const found = useRemovePackage();
  const remove = kind === 'item' ? item : found;
  const noun = kind === 'item' ? 'Item' : 'Package';
  return (
    <ConfirmChange
      change={remove}
      input={row.id}
      title={`Remove ${row.name}?`}
      description={
        kind === 'item'
          ? 'Past bookings keep it. An item that coming bookings hold, or that a package has, cannot be removed.'
          : 'Bookings that have this package keep it as it was.'
      }
      confirmLabel={`Remove ${noun}`}
      pendingLabel="Removing..."
      onDone={() => toast({ title: `${noun} removed`, description: row.name })}
      onClose={onClose}
    />
  );
}
