import { type ReactNode, useId, useState } from 'react';
import { newKey } from '@/booking-form/idempotency';
import { type Format, useFormat } from '@/lib/format';
import { recentChoices, recentFirst, rememberChoice } from '@/lib/recent-choices';
import { finishBesideOthers, sizeName } from '@/lib/words';
import type { RepairInput } from '@/outbox/records';
import { FormError } from '@/ui/FormError';

/** A letter in a size and finish, or an item, that can be reported. */
export interface Reportable {
  letter: string | null;
  size: string | null;
  finish: string | null;
  itemId: number | null;
  name: string;
}

const keyOf = ({ letter, size, finish, itemId }: Reportable) =>
  itemId === null ? `${letter} ${size} ${finish}` : `#${itemId}`;

/** Size and finish of a letter; empty for an item. */
const detailOf = (format: Format, { size, finish }: Reportable) =>
  [size === null ? '' : sizeName(format, size), finish === null ? '' : finishBesideOthers(format, finish)]
    .filter(Boolean)
    .join(', ');

/** Name with size and finish: "O (4 ft)". */
export function reportableName(format: Format, piece: Reportable): string {
  const detail = detailOf(format, piece);
  return detail === '' ? piece.name : `${piece.name} (${detail})`;
}

const shape =
  'inline-flex min-h-12 cursor-pointer items-center justify-center rounded-lg px-4 text-center font-semibold disabled:cursor-not-allowed disabled:opacity-50';
const plain = `${shape} border border-edge/60 bg-surface text-ink hover:bg-sunken aria-pressed:border-action aria-pressed:bg-action-wash`;
const primary = `${shape} w-full bg-action text-on-action hover:bg-action-strong`;
const control =
  'min-h-12 w-full min-w-0 rounded-lg border border-edge/70 bg-raised px-3 text-base text-ink focus-visible:border-action';

/** With more pieces than this, a field filters them. */
const MOST_UNFILTERED = 12;

export interface RepairFormProps {
  /** The pieces to choose from. */
  pieces: readonly Reportable[];
  /** The piece to start with. */
  initial?: Reportable | undefined;
  bookingId?: number | null | undefined;
  /** Errors of the last attempt. */
  trouble?: ReactNode;
  /** Stores the record. */
  onRecord: (piece: Reportable, repair: RepairInput) => Promise<void>;
}

/** Records a repair or loss in two taps: the piece, then the button. Photos are added once it is saved. */
export function RepairForm({ pieces, initial, bookingId, trouble, onRecord }: RepairFormProps) {
  const format = useFormat();
  const [piece, setPiece] = useState<Reportable | null>(initial ?? null);
  const [kind, setKind] = useState<'repair' | 'missing'>('repair');
  const [count, setCount] = useState(1);
  const [reason, setReason] = useState('');
  // One id per record, so that a resend counts once.
  const [draft, setDraft] = useState(() => newKey());
  const [busy, setBusy] = useState(false);
  if (piece === null) return <Pieces pieces={pieces} onChoose={setPiece} />;
  function change(set: () => void) {
    set();
    setDraft(newKey());
  }
  async function record(chosen: Reportable) {
    setBusy(true);
    const { letter, size, finish, itemId } = chosen;
    await onRecord(chosen, {
      ...(itemId === null ? { letter, size, finish } : { itemId }),
      clientId: draft,
      count,
      kind,
      reason: reason.trim() || null,
      bookingId: bookingId ?? null,
    });
    setBusy(false);
  }
  return (
    <form
      className="grid gap-4"
      aria-label="Record a repair"
      onSubmit={(event) => {
        event.preventDefault();
        // The dialog may be opened from a letter's form, which React would submit too.
        event.stopPropagation();
        // A second click of a double click sends the same id, which counts once.
        if (!busy) void record(piece);
      }}
    >
      <div className="flex items-center justify-between gap-3">
        <p className="wrap-anywhere font-semibold text-lg">{reportableName(format, piece)}</p>
        {pieces.length > 1 ? (
          <button
            type="button"
            className="min-h-11 cursor-pointer rounded-sm px-1 text-link text-sm hover:underline"
            onClick={() => change(() => setPiece(null))}
          >
            Choose another
          </button>
        ) : null}
      </div>
      <fieldset aria-label="What happened?" className="grid grid-cols-2 gap-2">
        {(
          [
            ['repair', 'Broken'],
            ['missing', 'Lost'],
          ] as const
        ).map(([code, label]) => (
          <button
            key={code}
            type="button"
            className={plain}
            aria-pressed={kind === code}
            onClick={() => change(() => setKind(code))}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-end gap-3">
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 font-medium text-sm">Pieces</legend>
          <div className="flex items-center gap-1">
            <button
              type="button"
              className={`${plain} px-4!`}
              aria-label="One fewer"
              disabled={count === 1}
              onClick={() => change(() => setCount(count - 1))}
            >
              −
            </button>
            <output className="tabular min-w-8 text-center font-semibold" aria-label="Number of pieces">
              {count}
            </output>
            <button
              type="button"
              className={`${plain} px-4!`}
              aria-label="One more"
              onClick={() => change(() => setCount(count + 1))}
            >
              +
            </button>
          </div>
        </fieldset>
        <label className="grid gap-1.5 font-medium text-sm">
          Problem (Optional)
          <input
            className={control}
            maxLength={200}
            autoComplete="off"
            placeholder={kind === 'repair' ? 'Broken bulbs' : ''}
            value={reason}
            onChange={(event) => {
              const { value } = event.currentTarget;
              change(() => setReason(value));
            }}
          />
        </label>
      </div>
      {trouble}
      <button type="submit" className={primary} disabled={busy}>
        {busy ? 'Saving...' : kind === 'repair' ? 'Record Repair' : 'Record Loss'}
      </button>
    </form>
  );
}

function Pieces({
  pieces,
  onChoose,
}: {
  pieces: readonly Reportable[];
  onChoose: (piece: Reportable) => void;
}) {
  const format = useFormat();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [recent] = useState(() => recentChoices('letters'));
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = recentFirst(pieces, recent, keyOf).filter((piece) => {
    const text = reportableName(format, piece).toLowerCase();
    return words.every((word) => (word.length === 1 ? text.startsWith(word) : text.includes(word)));
  });
  if (pieces.length === 0) return <p className="text-soft">There are no letters or items to report.</p>;
  return (
    <div className="grid gap-3">
      {pieces.length > MOST_UNFILTERED ? (
        <label htmlFor={id} className="grid gap-1.5 font-medium text-sm">
          Find a letter or item
          <input
            id={id}
            type="search"
            className={control}
            autoComplete="off"
            autoCapitalize="characters"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
      ) : null}
      {shown.length === 0 ? <p className="text-soft">Nothing found for “{typed}”.</p> : null}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-2">
        {shown.map((piece) => (
          <li key={keyOf(piece)} className={piece.itemId === null ? '' : 'col-span-2'}>
            <button
              type="button"
              aria-label={reportableName(format, piece)}
              className={`${plain} grid! size-full min-h-16! content-center px-1!`}
              onClick={() => {
                rememberChoice('letters', keyOf(piece));
                onChoose(piece);
              }}
            >
              <span className="wrap-anywhere text-lg">{piece.name}</span>
              <span className="font-normal text-soft text-xs">{detailOf(format, piece)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Takes a photo for a saved record. It is stored on the device and sent when possible. */
export function RepairPhoto({ onPhoto }: { onPhoto: (file: File) => Promise<void> }) {
  const [taken, setTaken] = useState(0);
  const [fault, setFault] = useState<string | null>(null);
  async function take(file: File | undefined) {
    setFault(null);
    if (file === undefined) return;
    try {
      await onPhoto(file);
      setTaken(taken + 1);
    } catch {
      setFault('This file is not a supported image. Take a photo, or choose a JPEG, PNG or WebP image.');
    }
  }
  return (
    <div className="grid gap-1.5">
      <label className={`${plain} relative focus-within:outline-2`}>
        {taken === 0 ? 'Add a Photo' : 'Add Another Photo'}
        <input
          type="file"
          accept="image/*"
          capture="environment"
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={(event) => {
            const input = event.currentTarget;
            void take(input.files?.[0]).finally(() => {
              input.value = '';
            });
          }}
        />
      </label>
      <FormError message={fault} />
    </div>
  );
}
