import type { Duplicate } from '@/api/customers';
import { counted } from '@/lib/words';
import { Dialog, DialogBody } from '@/ui/Dialog';
import { DuplicatePair } from './DuplicatePair';

/** Number of pairs shown at once. */
const MOST_SHOWN = 10;

/** Dialog with customers that may be the same. Mounted while open. */
export function DuplicatesDialog({ pairs, onClose }: { pairs: readonly Duplicate[]; onClose: () => void }) {
  const shown = pairs.slice(0, MOST_SHOWN);
  return (
    <Dialog
      onClose={onClose}
      title="Possible Duplicates"
      description="Merging keeps all bookings, quotes and contact details. It can be undone for 30 days."
      className="sm:max-w-2xl"
    >
      <DialogBody>
        {pairs.length === 0 ? (
          <p className="text-soft">No duplicates left.</p>
        ) : (
          <ul className="grid gap-5 divide-y divide-line">
            {shown.map((pair) => (
              <li key={pair.customerIds.join(' ')} className="not-first:pt-5">
                <DuplicatePair pair={pair} />
              </li>
            ))}
          </ul>
        )}
        {pairs.length > shown.length ? (
          <p className="mt-5 text-faint text-sm">
            {counted(pairs.length - shown.length, 'more pair')} to follow.
          </p>
        ) : null}
      </DialogBody>
    </Dialog>
  );
}
