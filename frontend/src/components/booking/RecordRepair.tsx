import { useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { useAtRisk } from '@/api/goods';
import { useInventory } from '@/api/inventory';
import { useItems } from '@/api/items';
import { type NewRepair, useEndRepair, useRecordRepair } from '@/api/outages';
import { useSignedInUser } from '@/api/user';
import { LoadState } from '@/components/LoadState';
import { tellFailed } from '@/components/tell-failed';
import { useFormat } from '@/lib/format';
import { counted } from '@/lib/words';
import type { RepairInput } from '@/outbox/records';
import { smaller } from '@/outbox/smaller';
import { useWaitingRepairs } from '@/outbox/useWaitingRepairs';
import { Button } from '@/ui/Button';
import { Dialog, DialogBody, DialogFooter } from '@/ui/Dialog';
import { FormError } from '@/ui/FormError';
import { Placeholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { RepairForm, RepairPhoto, type Reportable, reportableName } from './RepairForm';
import { ShortBookings, shortOf } from './ShortBookings';

interface Saved {
  title: string;
  piece: Reportable;
  repair: RepairInput;
  /** The server's response; null while the record waits on this device. */
  stored: NewRepair | null;
}

export interface RecordRepairProps {
  /** The piece to start with; if omitted, the first tap chooses it. */
  initial?: Reportable | undefined;
  onClose: () => void;
}

/**
 * Dialog that records a broken or lost piece, from anywhere. The record is saved first; photos follow and
 * survive leaving the page. Mounted while open.
 */
export function RecordRepair({ initial, onClose }: RecordRepairProps) {
  const format = useFormat();
  const person = useSignedInUser().id;
  const record = useRecordRepair();
  const queue = useWaitingRepairs(person);
  const [saved, setSaved] = useState<Saved | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  async function save(piece: Reportable, repair: RepairInput) {
    const title = `${repair.count} × ${reportableName(format, piece)}`;
    setFault(null);
    try {
      setSaved({ title, piece, repair, stored: await record.mutateAsync(repair) });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 0)) {
        setFault(sentenceOf(error));
        return;
      }
      try {
        await queue.add({ person, bookingId: null, title, repair, refused: null });
        setSaved({ title, piece, repair, stored: null });
      } catch {
        setFault(sentenceOf(error));
      }
    }
  }
  return (
    <Dialog
      onClose={onClose}
      title={saved === null ? 'Record a Repair or Loss' : 'Recorded'}
      description={saved === null ? 'The pieces are out of service from today.' : undefined}
    >
      {saved === null ? (
        <DialogBody>
          {initial === undefined ? (
            <AnyPiece trouble={<FormError message={fault} />} onRecord={save} />
          ) : (
            <RepairForm
              pieces={[initial]}
              initial={initial}
              trouble={<FormError message={fault} />}
              onRecord={save}
            />
          )}
        </DialogBody>
      ) : (
        <AfterSaving saved={saved} person={person} queue={queue} onClose={onClose} />
      )}
    </Dialog>
  );
}

function AnyPiece(form: Pick<Parameters<typeof RepairForm>[0], 'trouble' | 'onRecord'>) {
  const letters = useInventory();
  const items = useItems();
  if (letters.data === undefined || items.data === undefined) {
    return (
      <LoadState of={[letters, items]} failed="We couldn't load your inventory">
        <Placeholder what="your inventory" bars={['h-16', 'h-16']} />
      </LoadState>
    );
  }
  const pieces: Reportable[] = [
    ...letters.data
      .filter(({ quantity }) => quantity > 0)
      .map(({ letter, size, finish }) => ({ letter, size, finish, itemId: null, name: letter }))
      .sort((a, b) => a.name.localeCompare(b.name) || a.size.localeCompare(b.size)),
    ...items.data
      .filter(({ kind, quantity }) => kind === 'counted' && quantity > 0)
      .map(({ id, name }) => ({ letter: null, size: null, finish: null, itemId: id, name })),
  ];
  return <RepairForm pieces={pieces} {...form} />;
}

/** What follows a saved record: its photos, undo, and the bookings that are short now. */
function AfterSaving({
  saved: { title, piece, repair, stored },
  person,
  queue,
  onClose,
}: {
  saved: Saved;
  person: number;
  queue: ReturnType<typeof useWaitingRepairs>;
  onClose: () => void;
}) {
  const end = useEndRepair();
  const risks = useAtRisk();
  const mine = queue.rows.filter((row) => 'repair' in row && row.repair.clientId === repair.clientId);
  const photos = mine.filter(({ photo, refused }) => photo !== undefined && refused === null).length;
  const short = shortOf(piece, risks.data ?? stored?.atRisk ?? []);
  const undo = async () => {
    for (const { order } of mine) await queue.remove(order);
    if (stored !== null) await end.mutateAsync(stored.id);
    toast({ title: 'Undone', description: `${title} is in service.` });
    onClose();
  };
  return (
    <>
      <DialogBody className="grid content-start gap-4">
        <p role="status">
          {stored === null
            ? `${title}: saved on this device. It's sent when you're back online.`
            : `${title} ${repair.count === 1 ? 'is' : 'are'} out of service from today.`}
        </p>
        <RepairPhoto
          onPhoto={async (file) =>
            queue.add({ person, bookingId: null, title, repair, photo: await smaller(file), refused: null })
          }
        />
        {photos === 0 ? null : (
          <p className="text-amber text-sm">{counted(photos, 'photo')} waiting to send</p>
        )}
        {mine.map(({ order, refused }) =>
          refused === null ? null : <FormError key={order} message={refused} />,
        )}
        {stored === null ? null : short.length === 0 ? (
          <p className="text-soft text-sm">No booking is short of it.</p>
        ) : (
          <section className="grid gap-2" aria-label="Bookings that are short now">
            <h3 className="font-semibold">{counted(short.length, 'booking')} short now</h3>
            <ShortBookings rows={short} />
          </section>
        )}
      </DialogBody>
      <DialogFooter>
        <Button
          kind="quiet"
          disabled={end.isPending}
          onClick={() => void undo().catch(tellFailed("Couldn't undo"))}
        >
          Undo
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </>
  );
}
