import { useState } from 'react';
import { RepairForm, RepairPhoto, type Reportable, reportableName } from '@/components/booking/RepairForm';
import { useFormat } from '@/lib/format';
import type { RepairInput } from '@/outbox/records';
import { smaller } from '@/outbox/smaller';
import { FormError } from '@/ui/FormError';
import { button, card, quiet } from './looks';

/** Reports a broken or lost piece, also offline: it is saved on the phone first, and its photo follows. */
export function Repair({
  pieces,
  bookingId,
  onRecord,
}: {
  pieces: readonly Reportable[];
  /** The booking that the piece is prepared for or comes back from. */
  bookingId?: number;
  onRecord: (title: string, repair: RepairInput, photo?: Blob) => Promise<void>;
}) {
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const [saved, setSaved] = useState<{ title: string; repair: RepairInput } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  if (pieces.length === 0) return null;
  if (!open) {
    return (
      <button type="button" className={button} onClick={() => setOpen(true)}>
        Record a Repair or Loss
      </button>
    );
  }
  const close = () => {
    setOpen(false);
    setSaved(null);
    setFault(null);
  };
  async function record(piece: Reportable, repair: RepairInput) {
    const title = `${repair.count} × ${reportableName(format, piece)}`;
    try {
      await onRecord(title, repair);
      setSaved({ title, repair });
    } catch {
      setFault('This phone could not save the record. Free up some space, or write it down.');
    }
  }
  return (
    <section className={`${card} grid gap-4`} aria-label="Repair or loss">
      <header className="flex items-center justify-between gap-3">
        <h2 className="font-semibold text-lg">{saved === null ? 'What is broken or lost?' : 'Recorded'}</h2>
        <button type="button" className={quiet} onClick={close}>
          {saved === null ? 'Cancel' : 'Done'}
        </button>
      </header>
      {saved === null ? (
        <RepairForm
          pieces={pieces}
          bookingId={bookingId}
          trouble={<FormError message={fault} />}
          onRecord={record}
        />
      ) : (
        <>
          <p role="status">{saved.title} is out of service from today.</p>
          <RepairPhoto onPhoto={async (file) => onRecord(saved.title, saved.repair, await smaller(file))} />
        </>
      )}
    </section>
  );
}
