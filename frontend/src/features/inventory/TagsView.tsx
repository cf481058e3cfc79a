import { Printer } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { ApiError, sentenceOf } from '@/api/errors';
import {
  type LabelSheet,
  labelsPath,
  type TaggedPiece,
  useAddPiece,
  useChangePiece,
  usePieces,
} from '@/api/goods';
import { useItems } from '@/api/items';
import { useCan } from '@/api/rights';
import type { InventoryItem, Item } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { isoFromTyped } from '@/booking-form/dates';
import { FAULTS } from '@/booking-form/texts';
import { DayField } from '@/components/DayField';
import { LoadState } from '@/components/LoadState';
import { SearchSelect } from '@/components/SearchSelect';
import { tellFailed } from '@/components/tell-failed';
import { dayIn, formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { oneOf } from '@/lib/keys';
import { formatMoney } from '@/lib/money';
import { bookingPath } from '@/lib/paths';
import { sizeName } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardHeader } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { Field } from '@/ui/Field';
import { FormError } from '@/ui/FormError';
import { Input, Options, PriceInput, Select } from '@/ui/Input';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';

const states = {
  ok: { word: 'OK', tone: 'green' },
  damaged: { word: 'Damaged', tone: 'yellow' },
  missing: { word: 'Missing', tone: 'red' },
  retired: { word: 'Retired', tone: 'neutral' },
} as const;
const sheets: Readonly<Record<LabelSheet, string>> = {
  '5160': 'Avery 5160 (30 per sheet, Letter)',
  '5163': 'Avery 5163 (10 per sheet, Letter)',
  L7160: 'Avery L7160 (21 per sheet, A4)',
  '62mm': 'Roll, 62 mm',
};

/** Individually tagged pieces, and printing of labels. */
export function TagsView({ letters, currency }: { letters: readonly InventoryItem[]; currency: string }) {
  const { data, error, refetch } = usePieces();
  const changes = useCan('changeStock');
  const items = (useItems().data ?? []).filter(({ kind }) => kind === 'counted');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Card className="overflow-hidden">
        <CardHeader
          title="Tagged Pieces"
          description="Tags identify individual pieces. Letters are counted with or without tags."
        />
        {data === undefined ? (
          <LoadState of={{ error, refetch }} failed="We couldn't load the tags">
            <Skeleton className="m-5 h-24" />
          </LoadState>
        ) : data.length === 0 ? (
          <EmptyState
            title="No tagged pieces yet"
            description="Your letters are counted without tags. Add a tag if you want to track an individual piece."
          />
        ) : (
          <ul className="mt-3 border-line border-t">
            {data.map((piece) => (
              <li
                key={piece.id}
                className="border-line border-b [contain-intrinsic-size:auto_5rem] [content-visibility:auto] last:border-b-0"
              >
                <Row piece={piece} currency={currency} changes={changes} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      <div className="grid gap-6">
        {changes && letters.length + items.length > 0 ? <AddTag letters={letters} items={items} /> : null}
        <Labels hasPieces={(data ?? []).some(({ state }) => state !== 'retired')} />
      </div>
    </div>
  );
}

function Row({ piece, currency, changes }: { piece: TaggedPiece; currency: string; changes: boolean }) {
  const format = useFormat();
  const change = useChangePiece();
  const facts = [
    piece.name + (piece.size === null ? '' : ` (${sizeName(format, piece.size)})`),
    ...(piece.boughtOn === null ? [] : [`bought ${formatDay(format, piece.boughtOn)}`]),
    ...(piece.cost == null ? [] : [formatMoney(piece.cost, currency)]),
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2">
          <b className="wrap-anywhere font-mono font-semibold">{piece.tag}</b>
          <Badge tone={states[piece.state].tone}>{states[piece.state].word}</Badge>
        </p>
        <p className="wrap-anywhere text-soft">{facts.join(', ')}</p>
        {piece.note === null ? null : <p className="wrap-anywhere">{piece.note}</p>}
        {piece.bookingId === null ? null : (
          <p>
            {piece.out ? 'Out with' : 'Packed for'}{' '}
            <Link
              to={bookingPath(piece.bookingId)}
              className="rounded-sm text-link underline underline-offset-2"
            >
              booking #{piece.bookingNumber}
            </Link>
          </p>
        )}
      </div>
      {changes ? (
        <Select
          aria-label={`State of ${piece.tag}`}
          className="w-36"
          value={piece.state}
          disabled={change.isPending}
          onChange={(event) =>
            change.mutate(
              { id: piece.id, change: { state: oneOf(event.target.value, states, piece.state) } },
              {
                onError: tellFailed("The change couldn't be saved"),
              },
            )
          }
        >
          <Options of={Object.entries(states).map(([state, { word }]) => [state, word])} />
        </Select>
      ) : null}
    </div>
  );
}

interface AddTagProps {
  letters: readonly InventoryItem[];
  /** Items with a quantity. */
  items: readonly Item[];
}

function AddTag({ letters, items }: AddTagProps) {
  const format = useFormat();
  const first = letters[0];
  const [what, setWhat] = useState(first === undefined ? `item ${items[0]?.id ?? ''}` : `letter ${first.id}`);
  const [tag, setTag] = useState('');
  const [note, setNote] = useState('');
  const [cost, setCost] = useState('');
  const [boughtOn, setBoughtOn] = useState('');
  const [fault, setFault] = useState<string | undefined>(undefined);
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  const add = useAddPiece();
  const fields: Readonly<Record<string, string>> = add.error instanceof ApiError ? add.error.fields : {};
  function submit(event: FormEvent) {
    event.preventDefault();
    const bought = boughtOn.trim() === '' ? null : isoFromTyped(format, boughtOn);
    if (boughtOn.trim() !== '' && bought === null) {
      setFault(FAULTS.dateForm(format));
      return;
    }
    const [kind, id] = what.split(' ');
    const isItem = kind === 'item';
    add.mutate(
      {
        ...(isItem ? { itemId: Number(id) } : { inventoryId: Number(id) }),
        tag: tag.trim() || null,
        note: note.trim() || null,
        cost: cost === '' ? null : Number(cost),
        boughtOn: bought,
      },
      {
        onSuccess: (piece) => {
          setTag('');
          setNote('');
          toast({ title: `Tag ${piece.tag} added` });
        },
      },
    );
  }
  return (
    <Card>
      <CardHeader title="Add a Tag" />
      <form className="grid gap-3 px-5 pb-5 pt-3" onSubmit={submit} aria-label="Add a tag">
        <Field label={items.length === 0 ? 'Letter' : 'Letter or item'}>
          <SearchSelect
            recent="tagged"
            value={what}
            onChoose={setWhat}
            options={[
              ...letters.map(
                ({ id, letter, size }) => [`letter ${id}`, `${letter} (${sizeName(format, size)})`] as const,
              ),
              ...items.map(({ id, name }) => [`item ${id}`, name] as const),
            ]}
          />
        </Field>
        <Field label="Tag (Optional)" error={fields.tag} hint="Leave empty to generate a code.">
          <Input
            value={tag}
            maxLength={40}
            autoComplete="off"
            onChange={(event) => {
              setTag(event.target.value);
              add.reset();
            }}
          />
        </Field>
        <DayField
          label="Purchase Date (Optional)"
          name="boughtOn"
          error={fault ?? fields.boughtOn}
          value={boughtOn}
          today={today}
          past
          onChange={(typed) => {
            setBoughtOn(typed);
            setFault(undefined);
          }}
        />
        <Field label="Cost (Optional)" error={fields.cost}>
          <PriceInput value={cost} onChange={(event) => setCost(event.target.value)} />
        </Field>
        <Field label="Note (Optional)" error={fields.note}>
          <Input value={note} maxLength={300} onChange={(event) => setNote(event.target.value)} />
        </Field>
        {Object.keys(fields).length > 0 ? null : <FormError message={add.error && sentenceOf(add.error)} />}
        <Button type="submit" disabled={add.isPending}>
          Add Tag
        </Button>
      </form>
    </Card>
  );
}

function Labels({ hasPieces }: { hasPieces: boolean }) {
  const [sheet, setSheet] = useState<LabelSheet>('5160');
  return (
    <Card>
      <CardHeader title="Print Labels" description="Labels have a QR code and no personal information." />
      <div className="grid gap-3 px-5 pb-5 pt-3">
        <Field label="Label sheet">
          <Select value={sheet} onChange={(event) => setSheet(oneOf(event.target.value, sheets, sheet))}>
            <Options of={sheets} />
          </Select>
        </Field>
        <PrintButton href={labelsPath(sheet, 'slots')}>Print Slot Labels</PrintButton>
        {hasPieces ? <PrintButton href={labelsPath(sheet, 'pieces')}>Print Piece Labels</PrintButton> : null}
      </div>
    </Card>
  );
}

function PrintButton({ href, children }: { href: string; children: string }) {
  return (
    <Button kind="secondary" asChild>
      <a href={href} download>
        <Printer aria-hidden="true" />
        {children}
      </a>
    </Button>
  );
}
