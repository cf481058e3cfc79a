import { useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import {
  type CountedPiece,
  type Handover,
  photoPath,
  useGoods,
  useHandovers,
  useRecordHandover,
} from '@/api/goods';
import { useCan } from '@/api/rights';
import type { BookingDetails } from '@/api/types';
import { newKey } from '@/booking-form/idempotency';
import {
  assumedOut,
  backInWords,
  goodsBadge,
  type HandoverKind,
  keyOf,
  lendersOf,
  moves,
  type Outcome,
  remaining,
} from '@/components/booking/goods';
import { cn } from '@/lib/cn';
import { formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { oneOf } from '@/lib/keys';
import { bookingPath } from '@/lib/paths';
import { counted, finishName, listed, sizeName } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { Input, Options, Select } from '@/ui/Input';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';

type Kind = HandoverKind;

const steps = {
  pack: { tab: 'Pack', all: 'Pack All', some: 'Pack', done: 'Packed' },
  out: { tab: 'Out', all: 'All Out', some: 'Out', done: 'Out' },
  in: { tab: 'Back', all: 'All Back', some: 'Back', done: 'Back' },
} as const satisfies Record<Kind, Record<string, string>>;
const KINDS = ['pack', 'out', 'in'] as const;

const outcomes: Readonly<Record<Outcome, string>> = { ok: 'OK', damaged: 'Damaged', missing: 'Missing' };

/** True if these pieces differ in the given attribute, which then needs to be shown. */
const differ = (pieces: readonly CountedPiece[], by: 'size' | 'finish') =>
  new Set(pieces.flatMap((piece) => piece[by] ?? [])).size > 1;

/** Location of a booking's goods, with buttons to record packing, handover and return. */
export function Goods({ booking }: { booking: BookingDetails }) {
  const format = useFormat();
  const goods = useGoods(booking.id);
  const records = useCan('addNotes');
  const open = booking.status === 'confirmed' || (goods.data?.pieces.some(({ out }) => out > 0) ?? false);
  if (goods.error !== null || (goods.data !== undefined && goods.data.pieces.length === 0)) return null;
  // A canceled booking reserves nothing; show goods only if some have moved.
  if (booking.status === 'canceled' && (goods.data?.goods ?? 'reserved') === 'reserved') return null;
  const badge =
    goods.data &&
    goodsBadge(
      goods.data.goods,
      goods.data.pieces.reduce((sum, { missing }) => sum + (missing ?? 0), 0),
    );
  return (
    <Section title="Goods">
      {goods.data === undefined || badge === undefined ? (
        <Skeleton className="h-16" />
      ) : (
        <div className="grid gap-3">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={badge.tone}>{badge.word}</Badge>
            {goods.data.overdueSince === null ? null : (
              <span className="text-danger">since {formatMoment(format, goods.data.overdueSince)}</span>
            )}
          </p>
          {open && records ? (
            <Record bookingId={booking.id} pieces={goods.data.pieces} borrowed={booking.borrowed} />
          ) : null}
          <Past bookingId={booking.id} />
        </div>
      )}
    </Section>
  );
}

function Record({
  bookingId,
  pieces: recorded,
  borrowed,
}: {
  bookingId: number;
  pieces: readonly CountedPiece[];
  borrowed: BookingDetails['borrowed'];
}) {
  const format = useFormat();
  const [chosen, setChosen] = useState<Kind | null>(null);
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const [outcome, setOutcome] = useState<Outcome>('ok');
  const [note, setNote] = useState('');
  const [isLenders, setLenders] = useState(false);
  // One idempotency key per entry, so that a resend counts once.
  const [key, setKey] = useState(() => newKey());
  const record = useRecordHandover(bookingId);
  const left = (kind: Kind) => recorded.reduce((sum, piece) => sum + remaining(piece, kind), 0);
  const kind = chosen ?? (left('in') > 0 && left('out') === 0 ? 'in' : left('out') > 0 ? 'out' : 'in');
  // Without a recorded delivery, everything booked can come back.
  const pieces = kind === 'in' ? assumedOut(recorded) : recorded;
  const total = pieces.reduce((sum, piece) => sum + remaining(piece, kind), 0);
  const sizeOf = ({ size }: CountedPiece) => (size === null ? '' : sizeName(format, size));
  const finishOf = ({ finish }: CountedPiece) =>
    finish !== null && differ(pieces, 'finish') ? finishName(format, finish) : '';
  /** Size and finish such as "3ft RGB" if they differ among the letters; empty for items. */
  const kindOf = (piece: CountedPiece) =>
    [differ(pieces, 'size') ? sizeOf(piece) : '', finishOf(piece)].filter(Boolean).join(' ');
  const picked = [...counts.values()].reduce((sum, count) => sum + count, 0);

  const lender =
    outcome === 'ok'
      ? null
      : lendersOf(
          [...counts].flatMap(([id, count]) => (count > 0 ? [id] : [])),
          borrowed,
        );

  function change(set: () => void) {
    set();
    setKey(newKey());
    record.reset();
  }
  function tap(piece: CountedPiece) {
    const id = keyOf(piece);
    const next = ((counts.get(id) ?? 0) + 1) % (remaining(piece, kind) + 1);
    change(() => setCounts(new Map(counts).set(id, next)));
  }
  function send(all: boolean) {
    const lines = pieces.flatMap((piece) => {
      const count = all ? remaining(piece, kind) : (counts.get(keyOf(piece)) ?? 0);
      if (count === 0) return [];
      const { itemId, letter, size, finish } = piece;
      const what = itemId === null ? { letter, size, finish } : { itemId };
      const lent = lender !== null && lendersOf([keyOf(piece)], borrowed) !== null;
      return [{ ...what, count, outcome, note: note.trim() || null, ...(lent && { borrowed: isLenders }) }];
    });
    record.mutate(
      { clientId: key, kind, at: new Date().toISOString(), lines },
      {
        onSuccess: ({ atRisk }) => {
          setCounts(new Map());
          setChosen(null);
          setOutcome('ok');
          setNote('');
          setLenders(false);
          setKey(newKey());
          toast({
            title: `${moves(kind, outcome) ? steps[kind].done : 'Reported'}: ${counted(all ? total : picked, 'piece')}`,
            ...(atRisk.length > 0 && {
              description: `${counted(atRisk.length, 'booking')} at risk: ${listed(atRisk.slice(0, 3).map(({ number }) => `#${number}`))}`,
            }),
          });
        },
      },
    );
  }

  return (
    <div className="grid gap-3">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Step</legend>
        {KINDS.map((one) => (
          <Button
            key={one}
            size="sm"
            kind={one === kind ? 'primary' : 'quiet'}
            aria-pressed={one === kind}
            onClick={() =>
              change(() => {
                setChosen(one);
                setCounts(new Map());
                setOutcome('ok');
              })
            }
          >
            {steps[one].tab}
          </Button>
        ))}
      </fieldset>
      {total === 0 ? (
        <p className="text-soft">
          {kind === 'in'
            ? (backInWords(format, pieces) ?? 'Nothing is out.')
            : `Nothing left to ${kind === 'out' ? 'send out' : 'pack'}.`}
        </p>
      ) : (
        <>
          {pieces === recorded ? null : (
            <p className="text-soft">The delivery wasn't recorded. Record what came back.</p>
          )}
          <ul className="flex flex-wrap gap-1.5">
            {pieces.map((piece) => {
              const most = remaining(piece, kind);
              if (most === 0) return null;
              const count = counts.get(keyOf(piece)) ?? 0;
              return (
                <li key={keyOf(piece)}>
                  <button
                    type="button"
                    onClick={() => tap(piece)}
                    aria-label={`${[piece.name, sizeOf(piece), finishOf(piece)].filter(Boolean).join(', ')}: ${count} of ${most}`}
                    className={cn(
                      'tabular min-h-10 min-w-11 cursor-pointer rounded-md border px-2.5 font-semibold',
                      count > 0 ? 'border-action bg-action-wash text-link' : 'border-line bg-raised',
                    )}
                  >
                    {piece.name}{' '}
                    <span className="font-normal text-soft text-xs">
                      {kindOf(piece) === '' ? null : `${kindOf(piece)} · `}
                      {count}/{most}
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label="Condition">
              <Select
                value={outcome}
                onChange={(event) => change(() => setOutcome(oneOf(event.target.value, outcomes, outcome)))}
              >
                <Options of={outcomes} />
              </Select>
            </Field>
            {outcome === 'ok' ? null : (
              <Field label="Note (Optional)">
                <Input
                  value={note}
                  maxLength={200}
                  onChange={(event) => change(() => setNote(event.target.value))}
                />
              </Field>
            )}
          </div>
          {lender === null ? null : (
            <Checkbox
              label={`Borrowed from ${lender}, not ours`}
              checked={isLenders}
              onChange={(checked) => change(() => setLenders(checked))}
            />
          )}
          <div className="flex flex-wrap gap-2">
            {outcome === 'ok' ? (
              <Button
                size="sm"
                kind={picked === 0 ? 'primary' : 'secondary'}
                disabled={record.isPending}
                onClick={() => send(true)}
              >
                {steps[kind].all} ({total})
              </Button>
            ) : null}
            {picked === 0 ? null : (
              <Button size="sm" disabled={record.isPending} onClick={() => send(false)}>
                {outcome === 'ok' ? steps[kind].some : outcomes[outcome]}: {picked}
              </Button>
            )}
          </div>
          {outcome === 'ok' || (picked > 0 && moves(kind, outcome)) ? null : (
            <p className="text-soft">
              {picked === 0 ? `Tap the pieces that are ${outcomes[outcome].toLowerCase()}. ` : null}
              {moves(kind, outcome) ? null : "Reported pieces stay here and don't count as packed or out."}
            </p>
          )}
        </>
      )}
      {record.error === null ? null : (
        <FailureAlert failure={failureOf(format, record.error)} remedy={<Elsewhere error={record.error} />} />
      )}
    </div>
  );
}

/** Link to the booking that has the piece. */
function Elsewhere({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.code !== 'out_elsewhere') return null;
  const { bookingId, number } = error.extra;
  return typeof bookingId === 'number' ? (
    <Link to={bookingPath(bookingId)} className="rounded-sm text-link hover:underline">
      Open booking #{String(number)}
    </Link>
  ) : null;
}

function Past({ bookingId }: { bookingId: number }) {
  const format = useFormat();
  const { data } = useHandovers(bookingId);
  if (data === undefined || data.length === 0) return null;
  return (
    <ul className="grid gap-1.5 border-line border-t pt-2">
      {data.map((handover) => (
        <li key={handover.id} className="wrap-anywhere">
          <span className="tabular text-soft">
            {formatMoment(format, handover.at)}, {handover.by}
          </span>
          <Moved handover={handover} />
          <SignOff handover={handover} />
          <Photos handover={handover} />
        </li>
      ))}
    </ul>
  );
}

/** Pieces moved by a handover, and pieces found damaged or missing before they went out. */
function Moved({ handover: { kind, lines, reason } }: { handover: Handover }) {
  const stayed = lines.filter(({ outcome }) => !moves(kind, outcome));
  const moved = lines.filter((line) => !stayed.includes(line));
  return (
    <>
      {moved.length === 0 && stayed.length > 0 ? null : (
        <span className="block">
          <b className="font-medium">{steps[kind].done}:</b> {said(moved, reason)}
        </span>
      )}
      {stayed.length === 0 ? null : (
        <span className="block">
          <b className="font-medium">Reported before it went out:</b> {said(stayed, null)}
        </span>
      )}
    </>
  );
}

/** Recipient, signature and light test of a handover. */
function SignOff({ handover: { signedBy, signature, lightsTested } }: { handover: Handover }) {
  const facts = [
    ...(lightsTested ? ['Lights tested'] : []),
    ...(signedBy === null ? [] : [`Received by ${signedBy}`]),
  ];
  return (
    <>
      {facts.length === 0 ? null : <span className="block text-soft">{facts.join('. ')}</span>}
      {signature === null ? null : (
        <svg
          viewBox="0 0 300 100"
          role="img"
          className="mt-1 block h-14 rounded-md border border-line bg-raised text-ink"
        >
          <title>{signedBy === null ? 'Signature' : `Signature of ${signedBy}`}</title>
          <path d={signature} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
      )}
    </>
  );
}

function Photos({ handover: { lines } }: { handover: Handover }) {
  const shown = [...new Set(lines.flatMap(({ photo }) => photo ?? []))];
  return shown.length === 0 ? null : (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {shown.map((photo) => (
        <a key={photo} href={photoPath(photo)} target="_blank" rel="noopener" className="rounded-md">
          <img
            src={photoPath(photo, 'small')}
            alt="Handed over goods"
            loading="lazy"
            className="size-16 rounded-md border border-line object-cover"
          />
        </a>
      ))}
    </span>
  );
}

function said(lines: Handover['lines'], reason: string | null): string {
  const parts = lines.map(
    ({ count, letter, name, outcome, note, borrowed }) =>
      `${count} × ${name ?? letter}${outcome === 'ok' ? '' : ` (${[borrowed ? `borrowed, ${outcome}` : outcome, note].filter(Boolean).join(': ')})`}`,
  );
  return [parts.join(', '), reason].filter(Boolean).join('. ');
}
