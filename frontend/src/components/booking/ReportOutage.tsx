import { useEffect, useRef, useState } from 'react';
import { conflictingBookings } from '@/api/conflicts';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { type PiecesOf, useReportDamage } from '@/api/outages';
import { useCan } from '@/api/rights';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { DayField } from '@/components/DayField';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { Input, PriceInput, Select } from '@/ui/Input';
import { toast } from '@/ui/toast-store';
import type { OpenRepair, SendRepair } from './open-repair';
import { type OutageDraft, outageFaults } from './outage';
import type { Reportable } from './RepairForm';

/** Pieces of one letter or item, such as "E (4ft)", and the number owned. */
export interface Pieces extends PiecesOf {
  name: string;
  owned: number;
  piece: Reportable;
}

export interface ReportOutageProps {
  pieces: Pieces;
  today: string;
  /** Called with true while the repair is open. Must be stable across renders. */
  onDraft: OpenRepair['onDraft'];
  /** Ref that receives the submit function, for an enclosing form that saves everything at once. */
  send?: OpenRepair['send'] | undefined;
  onDone: () => void;
}

/**
 * Takes pieces of a letter or item out of service: number, dates and reason. Submits on its own, even inside
 * another form.
 */
export function ReportOutage({ pieces, today, onDraft, send: sent, onDone }: ReportOutageProps) {
  const format = useFormat();
  const add = useReportDamage();
  const [draft, setDraft] = useState<OutageDraft>(() => ({
    count: '1',
    firstDay: typedFromIso(format, today),
    lastDay: '',
    reason: '',
    kind: 'repair',
    cost: '',
    picture: null,
  }));
  const priced = useCan('seeMoney') && draft.kind === 'repair';
  // An open repair counts as input even if its defaults fit, so that saving the letter doesn't drop it.
  useEffect(() => {
    onDraft(true);
    return () => onDraft(false);
  }, [onDraft]);
  const first = useRef<HTMLInputElement>(null);
  // The button that opened this is unmounted, so its focus is lost.
  useEffect(() => first.current?.focus(), []);
  const [tried, setTried] = useState(false);
  const own = tried ? outageFaults(format, draft) : {};
  const refused = add.error instanceof ApiError ? add.error : null;
  const saidByFields =
    refused !== null && Object.keys(refused.fields).length > 0 && conflictingBookings(refused).length === 0;
  // With a list of bookings, the message is shown above the list only, not at a field.
  const faults = { ...(saidByFields ? refused.fields : {}), ...own };
  const set = (change: Partial<OutageDraft>) => {
    setDraft((before) => ({ ...before, ...change }));
    add.reset();
  };
  const send: SendRepair = async () => {
    setTried(true);
    const firstDay = isoFromTyped(format, draft.firstDay);
    const lastDay = draft.lastDay.trim() === '' ? null : isoFromTyped(format, draft.lastDay);
    if (Object.keys(outageFaults(format, draft)).length > 0 || firstDay === null) {
      return false;
    }
    try {
      const { count, atRisk, photoFault } = await add.mutateAsync({
        of: pieces.of,
        id: pieces.id,
        outage: {
          count: Number(draft.count),
          firstDay,
          lastDay,
          kind: draft.kind,
          reason: draft.reason.trim() || null,
          ...(priced && draft.cost !== '' && { cost: Number(draft.cost) }),
        },
        picture: draft.picture,
      });
      const until = lastDay === null ? '' : ` until ${formatDay(format, lastDay)}`;
      const short =
        atRisk.length > 0 ? `. ${counted(atRisk.length, 'booking')} at risk. See your dashboard.` : '';
      toast({
        title: 'Out of service',
        description: `${count} × ${pieces.name}${until}${short}`,
        ...(photoFault !== null && { note: photoFault }),
      });
      onDone();
      return true;
    } catch {
      // The reason is shown at the fields or below them.
      return false;
    }
  };
  useEffect(() => {
    if (sent === undefined) return;
    sent.current = send;
    return () => {
      sent.current = null;
    };
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, but the section has a heading.
    <div
      role="group"
      aria-label="Report a repair"
      className="grid grid-cols-2 gap-4 rounded-lg border border-line bg-surface p-4 max-sm:grid-cols-1"
      onKeyDown={(event) => {
        // Enter submits the repair, not the enclosing form; on the photo field it opens the file picker.
        if (
          event.key === 'Enter' &&
          event.target instanceof HTMLInputElement &&
          event.target.type !== 'file'
        ) {
          event.preventDefault();
          void send();
        }
      }}
    >
      <Field label="Pieces" error={faults.count} required>
        <Input
          ref={first}
          type="number"
          inputMode="numeric"
          min={1}
          max={pieces.owned}
          step={1}
          className="tabular"
          value={draft.count}
          onChange={(event) => set({ count: event.target.value })}
        />
      </Field>
      <Field label="What happened?">
        <Select
          value={draft.kind}
          onChange={(event) => set({ kind: event.target.value === 'missing' ? 'missing' : 'repair' })}
        >
          <option value="repair">Damaged</option>
          <option value="missing">Lost</option>
        </Select>
      </Field>
      <Field label="Reason (Optional)" error={faults.reason} className="col-span-full">
        <Input
          value={draft.reason}
          maxLength={200}
          placeholder="Broken bulbs"
          onChange={(event) => set({ reason: event.target.value })}
        />
      </Field>
      <DayField
        label="Start Date"
        name="firstDay"
        value={draft.firstDay}
        today={today}
        error={faults.firstDay}
        onChange={(firstDay) => set({ firstDay })}
        required
      />
      <DayField
        label="End Date (Optional)"
        name="lastDay"
        hint="Leave empty if you don't know yet."
        value={draft.lastDay}
        today={today}
        first={isoFromTyped(format, draft.firstDay)}
        other={isoFromTyped(format, draft.firstDay)}
        error={faults.lastDay}
        onChange={(lastDay) => set({ lastDay })}
      />
      {priced ? (
        <Field label="Repair Cost (Optional)" error={refused?.fields.cost}>
          <PriceInput value={draft.cost} onChange={(event) => set({ cost: event.target.value })} />
        </Field>
      ) : null}
      <Field label="Photo (Optional)" className={priced ? '' : 'col-span-full'}>
        <Input
          type="file"
          accept="image/*"
          onChange={(event) => set({ picture: event.target.files?.[0] ?? null })}
        />
      </Field>
      {refused === null && add.error === null ? null : (
        <FailureAlert
          failure={saidByFields ? null : failureOf(format, add.error)}
          className="col-span-full"
        />
      )}
      <div className="col-span-full flex flex-wrap justify-end gap-2">
        <Button kind="quiet" size="sm" disabled={add.isPending} onClick={onDone}>
          Cancel
        </Button>
        <Button
          kind="secondary"
          size="sm"
          pending={add.isPending}
          pendingLabel="Saving..."
          onClick={() => void send()}
        >
          Take Out of Service
        </Button>
      </div>
    </div>
  );
}
