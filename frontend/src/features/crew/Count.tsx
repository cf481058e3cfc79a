import { useRef, useState } from 'react';
import { newKey } from '@/booking-form/idempotency';
import {
  assumedOut,
  backInWords,
  keyOf,
  lendersOf,
  moves,
  type Outcome,
  remaining,
} from '@/components/booking/goods';
import { type Format, useFormat } from '@/lib/format';
import { useOneAtATime } from '@/lib/one-at-a-time';
import { counted, finishBesideOthers, sizeName } from '@/lib/words';
import { smaller } from '@/outbox/smaller';
import { FormError } from '@/ui/FormError';
import {
  type Handover,
  type Jobs,
  type Kind,
  linesOf,
  nextStep,
  type Piece,
  type Scans,
  type Stop,
  scanned,
} from './actions';
import type { Camera as CameraPart } from './Camera';
import { button, card, choice, control, primary, quiet } from './looks';
import { Signature } from './Signature';

const HOLD_MS = 450;
const steps: Readonly<Record<Kind, { tab: string; verb: string; none: string }>> = {
  pack: { tab: 'Load', verb: 'Load', none: 'Everything is loaded.' },
  out: { tab: 'Deliver', verb: 'Deliver', none: 'Everything is delivered.' },
  in: { tab: 'Bring back', verb: 'Bring Back', none: 'No pieces are out on this booking.' },
};
const outcomes: Readonly<Record<Outcome, string>> = { ok: 'OK', damaged: 'Damaged', missing: 'Missing' };
const CONDITIONS = ['ok', 'damaged', 'missing'] as const;
const NONE = { ok: 0, damaged: 0, missing: 0 } as const;
type Counts = ReadonlyMap<string, Readonly<Record<Outcome, number>>>;

const sumOf = (counts: Readonly<Record<Outcome, number>>) => counts.ok + counts.damaged + counts.missing;
/**
 * Number of pieces that move with the handover. Pieces reported damaged or missing before they go out don't
 * count, because others can replace them.
 */
const movesOf = (counts: Readonly<Record<Outcome, number>>, kind: Kind) =>
  CONDITIONS.reduce((sum, outcome) => sum + (moves(kind, outcome) ? counts[outcome] : 0), 0);

/** Counts pieces by taps: a tap counts one piece, a long press all remaining ones. */
export function Count({
  stop,
  pieces: recorded,
  tags,
  repairs,
  onRecord,
}: {
  stop: Stop;
  pieces: readonly Piece[];
  tags: Jobs['tags'];
  repairs: Jobs['repairs'];
  onRecord: (handover: Handover, photo?: Blob) => Promise<void>;
}) {
  const format = useFormat();
  const [chosen, setChosen] = useState<Kind | null>(null);
  const [counts, setCounts] = useState<Counts>(new Map());
  const [outcome, setOutcome] = useState<Outcome>('ok');
  const [note, setNote] = useState('');
  const [isLenders, setLenders] = useState(false);
  const [tested, setTested] = useState(false);
  const [signer, setSigner] = useState('');
  const [strokes, setStrokes] = useState('');
  const [trouble, setTrouble] = useState<string | null>(null);
  const [scans, setScans] = useState<Scans>(new Map());
  const [photo, setPhoto] = useState<Blob | null>(null);
  const oneAtATime = useOneAtATime();
  const kind = chosen ?? nextStep(stop, recorded);
  // If the delivery was never recorded, it can be recorded at the pickup, or left out.
  const unrecorded = recorded.every(({ out, back }) => out === 0 && back === 0);
  const pieces = kind === 'in' ? assumedOut(recorded) : recorded;
  const rows = pieces.filter((piece) => remaining(piece, kind) > 0);
  const picked = [...counts.values()].reduce((sum, each) => sum + movesOf(each, kind), 0);
  const others = [...counts.values()].reduce((sum, each) => sum + each.damaged + each.missing, 0);
  const reported = kind === 'in' ? 0 : others;
  const missing = kind === 'in' ? [...counts.values()].reduce((sum, each) => sum + each.missing, 0) : 0;
  // Jobs stored offline by an older version have no `borrowed`.
  const borrowed = stop.borrowed ?? [];
  const lent = [...counts].flatMap(([key, { damaged, missing }]) =>
    damaged + missing > 0 && lendersOf([key], borrowed) !== null ? [key] : [],
  );
  const lender = lendersOf(lent, borrowed);

  function change(piece: Piece, all: boolean) {
    const most = remaining(piece, kind);
    const now = counts.get(keyOf(piece)) ?? NONE;
    const free = most - (outcome === 'ok' ? movesOf(now, kind) : sumOf(now));
    let next = { ...now };
    if (free > 0) next[outcome] += all ? free : 1;
    else if (outcome !== 'ok' && now.ok > 0) {
      next[outcome] += all ? now.ok : 1;
      next.ok -= all ? now.ok : 1;
    } else next = { ...NONE };
    // A scanned piece that changed condition or was uncounted can be scanned again.
    if (free <= 0) setScans(new Map([...scans].filter(([, { key }]) => key !== keyOf(piece))));
    setCounts(new Map(counts).set(keyOf(piece), next));
  }
  function scan(code: string): string | null {
    const context = { tags, scans, bookingId: stop.booking.id, kind, unrecorded };
    const result = scanned(format, code, pieces, context);
    if ('fault' in result) return result.fault;
    const { piece, tag } = result;
    const now = counts.get(keyOf(piece)) ?? NONE;
    if (moves(kind, outcome) && remaining(piece, kind) <= movesOf(now, kind))
      return `Every ${piece.name} is already counted.`;
    setCounts(new Map(counts).set(keyOf(piece), { ...now, [outcome]: now[outcome] + 1 }));
    if (tag !== null) setScans(new Map(scans).set(tag, { key: keyOf(piece), outcome }));
    return null;
  }
  function choose(step: Kind) {
    setChosen(step);
    setCounts(new Map());
    setScans(new Map());
    setOutcome('ok');
  }
  async function record() {
    try {
      const handover: Handover = {
        clientId: newKey(),
        kind,
        at: new Date().toISOString(),
        lines: linesOf(pieces, counts, note, scans, new Map(lent.map((key) => [key, isLenders]))),
        lightsTested: kind !== 'in' && tested,
        ...(kind === 'out' && signer.trim() !== '' && { signedBy: signer.trim() }),
        ...(kind === 'out' && strokes !== '' && { signature: strokes }),
      };
      await (photo === null ? onRecord(handover) : onRecord(handover, photo));
      setCounts(new Map());
      setScans(new Map());
      setPhoto(null);
      setChosen(null);
      setOutcome('ok');
      setNote('');
      setLenders(false);
      setTested(false);
      setSigner('');
      setStrokes('');
      setTrouble(null);
    } catch {
      setTrouble('This phone could not save the record. Free up some space, or write it down.');
    }
  }
  const tabs: Kind[] = stop.kind === 'delivery' ? ['pack', 'out'] : unrecorded ? ['out', 'in'] : ['in'];
  return (
    <section className={`${card} grid gap-4`} aria-label="Count">
      {tabs.length === 1 ? (
        <h2 className="font-semibold text-lg">Bring back</h2>
      ) : (
        <Choice
          label="Step"
          names={tabs}
          nameOf={(step) => steps[step].tab}
          chosen={kind}
          onChoose={choose}
        />
      )}
      {rows.length === 0 ? (
        <p className="text-soft">
          {(kind === 'in' ? backInWords(format, pieces) : null) ?? steps[kind].none}
        </p>
      ) : (
        <>
          <p className="text-soft text-sm">
            {kind === 'in' && unrecorded ? 'The delivery was not recorded. Count what comes back. ' : null}
            Tap to count one piece, hold to count all.
          </p>
          <Choice
            label="Condition"
            names={CONDITIONS}
            nameOf={(each) => outcomes[each]}
            chosen={outcome}
            onChoose={setOutcome}
          />
          {moves(kind, outcome) ? null : (
            <p className="text-soft text-sm">
              Reported pieces are not counted. To load a replacement, tap OK and count it.
            </p>
          )}
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
            {rows.map((piece) => (
              <li key={keyOf(piece)}>
                <Tile
                  piece={piece}
                  most={remaining(piece, kind)}
                  total={movesOf(counts.get(keyOf(piece)) ?? NONE, kind)}
                  counts={counts.get(keyOf(piece)) ?? NONE}
                  onCount={(all) => change(piece, all)}
                />
              </li>
            ))}
          </ul>
          {kind === 'pack' ? <InRepair pieces={rows} repairs={repairs} /> : null}
          <Scan onCode={scan} />
          <ByCamera onCode={scan} />
          {others === 0 && kind !== 'out' ? null : <Photo photo={photo} onPhoto={setPhoto} />}
          {others === 0 ? null : (
            <label className="grid gap-1.5 font-medium text-sm">
              What's wrong
              <input
                className={control}
                maxLength={200}
                value={note}
                onChange={(event) => setNote(event.currentTarget.value)}
              />
            </label>
          )}
          {lender === null ? null : (
            <Tick
              label={`The faulty piece is borrowed from ${lender}`}
              checked={isLenders}
              onChange={setLenders}
            />
          )}
          {kind === 'in' ? null : <Tick label="Lights tested" checked={tested} onChange={setTested} />}
          {kind === 'out' ? (
            <>
              <label className="grid gap-1.5 font-medium text-sm">
                Received by
                <input
                  className={control}
                  maxLength={120}
                  autoComplete="off"
                  value={signer}
                  onChange={(event) => setSigner(event.currentTarget.value)}
                />
              </label>
              <Signature strokes={strokes} onChange={setStrokes} />
            </>
          ) : null}
          <div className="grid gap-2">
            <button
              type="button"
              className={button}
              onClick={() =>
                setCounts(
                  new Map(
                    rows.map((piece) => {
                      const now = counts.get(keyOf(piece)) ?? NONE;
                      return [
                        keyOf(piece),
                        { ...now, ok: now.ok + remaining(piece, kind) - movesOf(now, kind) },
                      ] as const;
                    }),
                  ),
                )
              }
            >
              Count All
            </button>
            <button
              type="button"
              className={primary}
              disabled={picked + reported === 0}
              onClick={() => oneAtATime((done) => void record().finally(done))}
            >
              {[
                ...(picked > missing ? [`${steps[kind].verb} ${counted(picked - missing, 'Piece')}`] : []),
                ...(missing > 0 ? [`Report ${missing} Missing`] : []),
                ...(reported > 0 ? [`Report ${counted(reported, 'Piece')}`] : []),
              ].join(', ') || steps[kind].verb}
            </button>
          </div>
          {trouble === null ? null : (
            <p role="alert" className="text-danger">
              {trouble}
            </p>
          )}
        </>
      )}
    </section>
  );
}

function Tick({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="flex min-h-12 items-center gap-3 font-medium">
      <input
        type="checkbox"
        className="size-6 accent-action"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}

/** Pieces of this job's kinds that are in repair. They are in the warehouse among the pieces to load. */
function InRepair({ pieces, repairs }: { pieces: readonly Piece[]; repairs: Jobs['repairs'] }) {
  const format = useFormat();
  const keys = new Set(pieces.map(keyOf));
  const inRepair = repairs.filter((repair) => keys.has(keyOf(repair)));
  if (inRepair.length === 0) return null;
  return (
    <section aria-label="In repair" className="grid gap-1 rounded-lg bg-amber-wash px-3 py-2 text-sm">
      <h3 className="font-semibold text-amber">In repair: do not load these</h3>
      <ul className="grid gap-1">
        {inRepair.map((repair) => (
          <li key={repair.id} className="wrap-anywhere">
            {[`${repair.count} × ${repair.name}`, kindOf(format, repair)].filter(Boolean).join(', ')}
            {repair.reason === null ? '' : `: ${repair.reason}`}
            {repair.reportedBy === null ? '' : ` (${repair.reportedBy})`}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChoiceProps<Name extends string> {
  label: string;
  names: readonly Name[];
  nameOf: (name: Name) => string;
  chosen: Name;
  onChoose: (name: Name) => void;
}

/** Toggle buttons with a single selection. */
function Choice<Name extends string>({ label, names, nameOf, chosen, onChoose }: ChoiceProps<Name>) {
  return (
    <fieldset aria-label={label} className="grid auto-cols-fr grid-flow-col gap-2">
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          className={choice}
          onClick={() => onChoose(name)}
        >
          {nameOf(name)}
        </button>
      ))}
    </fieldset>
  );
}

/** Input for codes from a keyboard scanner, or typed. */
function Scan({ onCode }: { onCode: (code: string) => string | null }) {
  const [fault, setFault] = useState<string | null>(null);
  return (
    <form
      className="grid gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem('code');
        if (!(field instanceof HTMLInputElement)) return;
        if (field.value.trim() !== '') setFault(onCode(field.value));
        field.value = '';
        field.focus();
      }}
    >
      <label className="grid gap-1.5 font-medium text-sm">
        Scan or type a code
        <input
          name="code"
          className={control}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          enterKeyHint="done"
        />
      </label>
      <FormError message={fault} />
    </form>
  );
}

/** Codes from the phone's camera. The decoder loads with the first scan. */
function ByCamera({ onCode }: { onCode: (code: string) => string | null }) {
  const [Camera, setCamera] = useState<typeof CameraPart | null>(null);
  const [fault, setFault] = useState(false);
  const [open, setOpen] = useState(false);
  if (navigator.mediaDevices?.getUserMedia === undefined) return null;
  if (open && Camera !== null) return <Camera onCode={onCode} onClose={() => setOpen(false)} />;
  function show() {
    setOpen(true);
    setFault(false);
    import('./Camera')
      .then((part) => setCamera(() => part.Camera))
      .catch(() => {
        setOpen(false);
        setFault(true);
      });
  }
  return (
    <div className="grid gap-1.5">
      <button type="button" className={button} disabled={open} onClick={show}>
        Scan With the Camera
      </button>
      <FormError
        message={
          fault ? 'The scanner could not be loaded. Try again when you are online, or type the code.' : null
        }
      />
    </div>
  );
}

/** A photo of damage or of the delivery, downscaled before it is stored. */
function Photo({ photo, onPhoto }: { photo: Blob | null; onPhoto: (photo: Blob | null) => void }) {
  const [fault, setFault] = useState<string | null>(null);
  async function take(file: File | undefined) {
    setFault(null);
    if (file === undefined) return;
    try {
      onPhoto(await smaller(file));
    } catch {
      setFault('This file is not a supported image. Take a photo, or choose a JPEG, PNG or WebP image.');
    }
  }
  return (
    <div className="grid gap-1.5">
      <label className={`${button} relative focus-within:outline-2`}>
        {photo === null ? 'Take a Photo' : 'Photo taken. Retake'}
        <input
          type="file"
          accept="image/*"
          capture="environment"
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={(event) => void take(event.currentTarget.files?.[0])}
        />
      </label>
      {photo === null ? null : (
        <button type="button" className={quiet} onClick={() => onPhoto(null)}>
          Remove the photo
        </button>
      )}
      <FormError message={fault} />
    </div>
  );
}

/** Size and finish of a letter; empty for an item. */
const kindOf = (format: Format, { size, finish }: Pick<Piece, 'size' | 'finish'>) =>
  [size === null ? '' : sizeName(format, size), finish === null ? '' : finishBesideOthers(format, finish)]
    .filter(Boolean)
    .join(', ');

function Tile({
  piece,
  most,
  total,
  counts,
  onCount,
}: {
  piece: Piece;
  most: number;
  /** Number of counted pieces. */
  total: number;
  counts: Readonly<Record<Outcome, number>>;
  onCount: (all: boolean) => void;
}) {
  const format = useFormat();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(false);
  const wrong = [
    ...(counts.damaged === 0 ? [] : [`${counts.damaged} damaged`]),
    ...(counts.missing === 0 ? [] : [`${counts.missing} missing`]),
  ].join(', ');
  const kind = kindOf(format, piece);
  const stop = () => clearTimeout(timer.current);
  return (
    <button
      type="button"
      className={`grid min-h-20 w-full cursor-pointer touch-manipulation select-none content-center justify-items-center rounded-lg border-2 px-1 py-2 ${
        wrong !== ''
          ? 'border-danger-line bg-danger-wash'
          : total === most
            ? 'border-good bg-good-wash'
            : 'border-edge/50 bg-raised'
      }`}
      aria-label={`${piece.name}${kind === '' ? '' : ` ${kind}`}: ${total} of ${most}${wrong === '' ? '' : `, ${wrong}`}`}
      onContextMenu={(event) => event.preventDefault()}
      onPointerDown={() => {
        held.current = false;
        timer.current = setTimeout(() => {
          held.current = true;
          onCount(true);
        }, HOLD_MS);
      }}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onClick={() => {
        stop();
        if (!held.current) onCount(false);
        held.current = false;
      }}
    >
      <span className="wrap-anywhere font-bold text-2xl">{piece.name}</span>
      <span className="tabular text-sm">
        {total} of {most}
      </span>
      {kind === '' ? null : <span className="text-faint text-xs">{kind}</span>}
      {wrong === '' ? null : <span className="text-danger text-xs">{wrong}</span>}
    </button>
  );
}
