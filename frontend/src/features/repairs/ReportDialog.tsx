import { useState } from 'react';
import { useInventory } from '@/api/inventory';
import { useItems } from '@/api/items';
import type { InventoryItem, Item } from '@/api/types';
import { type Pieces, ReportOutage } from '@/components/booking/ReportOutage';
import { LoadState } from '@/components/LoadState';
import { type Format, useFormat } from '@/lib/format';
import { finishName, sizeName } from '@/lib/words';
import { Dialog, DialogBody } from '@/ui/Dialog';
import { Field } from '@/ui/Field';
import { Options, Select } from '@/ui/Input';
import { Placeholder } from '@/ui/Skeleton';
import { useUnsaved } from '@/ui/UnsavedGuard';

const keyOf = ({ of, id }: Pieces) => `${of}/${id}`;

/** Letters and items with at least one piece owned: letters by name, then items. */
function ownedPieces(format: Format, letters: readonly InventoryItem[], items: readonly Item[]): Pieces[] {
  const byName = (a: Pieces, b: Pieces) => a.name.localeCompare(b.name);
  return [
    ...letters
      .map(({ id, letter, size, finish, quantity }) => ({
        of: 'inventory' as const,
        id,
        name: `${letter} (${[sizeName(format, size), ...(finish === 'standard' ? [] : [finishName(format, finish)])].join(', ')})`,
        owned: quantity,
      }))
      .sort(byName),
    ...items
      .filter(({ kind }) => kind === 'counted')
      .map(({ id, name, quantity }) => ({ of: 'items' as const, id, name, owned: quantity }))
      .sort(byName),
  ].filter(({ owned }) => owned > 0);
}

/** Dialog that reports damage or loss of a letter or item. Mounted while open. */
export function ReportDialog({ today, onClose }: { today: string; onClose: () => void }) {
  const format = useFormat();
  const letters = useInventory();
  const items = useItems();
  const [chosen, setChosen] = useState('');
  const [begun, setBegun] = useState(false);
  const error = letters.error ?? items.error;
  const pieces =
    letters.data === undefined || items.data === undefined
      ? null
      : ownedPieces(format, letters.data, items.data);
  const piece = pieces?.find((each) => keyOf(each) === chosen);
  const { leave, question } = useUnsaved(begun);
  return (
    <Dialog
      onClose={() => leave(onClose)}
      title="Report Damage or Loss"
      description="Report damaged or lost pieces. Bookings that come up short will be listed on your dashboard."
      className="sm:max-w-xl"
    >
      <DialogBody className="grid content-start gap-5">
        {error !== null || pieces === null ? (
          <LoadState of={[letters, items]} failed="We couldn't load your inventory">
            <Placeholder what="your inventory" bars={['h-16']} />
          </LoadState>
        ) : pieces.length === 0 ? (
          <p className="text-soft text-sm">Your inventory is empty.</p>
        ) : (
          <Field label="Letter or Item">
            <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
              <option value="">Choose...</option>
              <Options of={pieces.map((each) => [keyOf(each), `${each.name}, ${each.owned} owned`])} />
            </Select>
          </Field>
        )}
        {piece === undefined ? null : (
          <ReportOutage pieces={piece} today={today} onDraft={setBegun} onDone={onClose} />
        )}
      </DialogBody>
      {question}
    </Dialog>
  );
}
