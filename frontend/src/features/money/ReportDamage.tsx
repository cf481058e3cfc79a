import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { type CountedPiece, useGoods } from '@/api/goods';
import { useInventory } from '@/api/inventory';
import { useReportDamage } from '@/api/outages';
import { useCan } from '@/api/rights';
import { useSignedInUser } from '@/api/user';
import { RepairCost } from '@/components/booking/RepairCost';
import { dayIn } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { counted, sizeName } from '@/lib/words';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { Input, Options, Select } from '@/ui/Input';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { useUnsaved } from '@/ui/UnsavedGuard';

const nameOf = (format: Format, { name, size }: CountedPiece) =>
  `${name}${size === null ? '' : ` (${sizeName(format, size)})`}`;

/**
 * Reports damage found after a booking's goods were checked in: takes the piece out of service and proposes a
 * charge.
 */
export function ReportDamage({ bookingId, onDone }: { bookingId: number; onDone: () => void }) {
  const format = useFormat();
  const { data: goods } = useGoods(bookingId);
  const { data: letters } = useInventory();
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  const report = useReportDamage();
  const [which, setWhich] = useState(0);
  const [kind, setKind] = useState<'repair' | 'missing'>('repair');
  const [count, setCount] = useState('1');
  const [reason, setReason] = useState('');
  const [cost, setCost] = useState('');
  const [picture, setPicture] = useState<File | null>(null);
  const { leave, question } = useUnsaved(
    which !== 0 ||
      kind !== 'repair' ||
      count !== '1' ||
      reason.trim() !== '' ||
      cost !== '' ||
      picture !== null,
  );
  const money = useCan('seeMoney') && kind === 'repair';
  if (goods === undefined || letters === undefined) return <Skeleton className="h-40 w-full" />;
  const piece = goods.pieces[which];
  const owned =
    piece === undefined
      ? undefined
      : (piece.itemId ??
        letters.find(
          ({ letter, size, finish }) =>
            letter === piece.letter && size === piece.size && finish === piece.finish,
        )?.id);
  const fields = report.error instanceof ApiError ? report.error.fields : {};
  const typed = (set: (value: string) => void) => (value: string) => {
    set(value);
    report.reset();
  };

  function send(event: FormEvent) {
    event.preventDefault();
    if (piece === undefined || owned === undefined) return;
    report.mutate(
      {
        of: piece.itemId === null ? 'inventory' : 'items',
        id: owned,
        outage: {
          count: Number(count),
          firstDay: today,
          lastDay: null,
          kind,
          reason: reason.trim() || null,
          bookingId,
          ...(money && cost !== '' && { cost: Number(cost) }),
        },
        picture,
      },
      {
        onSuccess: ({ atRisk, photoFault }) => {
          toast({
            title: `Out of service: ${count} × ${nameOf(format, piece)}`,
            ...(atRisk.length > 0 && {
              description: `${counted(atRisk.length, 'booking')} at risk. See the dashboard.`,
            }),
            ...(photoFault !== null && { note: photoFault }),
          });
          onDone();
        },
      },
    );
  }

  return (
    <form
      aria-label="Report damage or a loss"
      className="grid w-full gap-3 rounded-lg border border-line bg-raised p-3 sm:grid-cols-2"
      onSubmit={send}
    >
      <Field label="Piece" error={fields.bookingId}>
        <Select value={which} onChange={(event) => setWhich(Number(event.target.value))}>
          <Options of={goods.pieces.map((one, at) => [at, nameOf(format, one)])} />
        </Select>
      </Field>
      <Field label="What Happened">
        <Select
          value={kind}
          onChange={(event) => setKind(event.target.value === 'missing' ? 'missing' : 'repair')}
        >
          <option value="repair">Damaged</option>
          <option value="missing">Lost</option>
        </Select>
      </Field>
      <Field label="How many" error={fields.count} required>
        <Input
          type="number"
          min="1"
          step="1"
          inputMode="numeric"
          required
          value={count}
          onChange={(event) => typed(setCount)(event.target.value)}
        />
      </Field>
      {money ? <RepairCost value={cost} error={fields.cost} onChange={typed(setCost)} /> : null}
      <Field label="What's wrong (Optional)" error={fields.reason} className="col-span-full">
        <Input value={reason} maxLength={200} onChange={(event) => typed(setReason)(event.target.value)} />
      </Field>
      <Field label="Photo (Optional)" className="col-span-full">
        <Input
          type="file"
          accept="image/*"
          onChange={(event) => {
            setPicture(event.target.files?.[0] ?? null);
            report.reset();
          }}
        />
      </Field>
      <p className="col-span-full text-soft">
        {owned === undefined
          ? "This piece is no longer in your inventory, so it can't be taken out of service."
          : "The piece is out of service until you put it back. We'll propose a charge here."}
      </p>
      {report.error === null || Object.keys(fields).length > 0 ? null : (
        <FailureAlert failure={failureOf(format, report.error)} className="col-span-full" />
      )}
      <div className="col-span-full flex gap-2">
        <Button type="submit" size="sm" disabled={report.isPending || owned === undefined}>
          Report
        </Button>
        <Button size="sm" kind="quiet" onClick={() => leave(onDone)}>
          Cancel
        </Button>
      </div>
      {question}
    </form>
  );
}
