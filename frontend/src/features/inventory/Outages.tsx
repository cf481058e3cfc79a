import { Wrench } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { useAddOutage, useEndOutage, useOutages } from '@/api/outages';
import { useCan } from '@/api/rights';
import type { InventoryItem, Outage } from '@/api/types';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { DayField } from '@/booking-parts/DayField';
import { formatDay } from '@/lib/dates';
import { sizeName } from '@/lib/piece-names';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { Input, Select } from '@/ui/Input';
import { LoadError } from '@/ui/LoadError';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { type OutageDraft, outageFaults } from './outage';

interface LetterOnDay {
  item: InventoryItem;
  today: string;
}

export interface OutagesProps extends LetterOnDay {
  /** Told whether a repair has been begun that is not saved yet; stable across renders. */
  onDraft: (begun: boolean) => void;
}

/**
 * Pieces of a letter that are being repaired: which, until when, and the way back.
 *
 * It stands inside the letter's form but is none of it: what is done here is done at once, so nothing here submits.
 */
export function Outages({ item, today, onDraft }: OutagesProps) {
  const outages = useOutages(item.id);
  const [adding, setAdding] = useState(false);
  // What is over is history and no longer in anybody's way.
  const current = (outages.data ?? []).filter(({ lastDay }) => lastDay === null || lastDay >= today);
  return (
    <section aria-label="Out of service" className="grid gap-3 border-line border-t pt-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="flex items-center gap-2 font-medium text-sm">
          <Wrench aria-hidden="true" className="size-4 text-soft" />
          Out of Service
        </h3>
        {adding ? null : (
          <Button kind="secondary" size="sm" onClick={() => setAdding(true)}>
            Report a Repair
          </Button>
        )}
      </div>
      {outages.error !== null ? (
        <LoadError
          title="Repairs could not be loaded"
          sentence={sentenceOf(outages.error)}
          onRetry={outages.refetch}
        />
      ) : outages.data === undefined ? (
        <div role="status">
          <span className="sr-only">Loading repairs</span>
          <Skeleton className="h-11" />
        </div>
      ) : current.length === 0 ? (
        adding ? null : (
          <p className="text-faint text-sm">All pieces are in service.</p>
        )
      ) : (
        <ul className="grid gap-2">
          {current.map((outage) => (
            <li key={outage.id}>
              <OutageRow item={item} outage={outage} today={today} />
            </li>
          ))}
        </ul>
      )}
      {adding ? (
        <AddOutage item={item} today={today} onDraft={onDraft} onDone={() => setAdding(false)} />
      ) : null}
    </section>
  );
}

function OutageRow({ item, outage, today }: LetterOnDay & { outage: Outage }) {
  const end = useEndOutage(item.id);
  const { id, count, firstDay, lastDay, reason } = outage;
  const span =
    lastDay === null
      ? `since ${formatDay(firstDay)}, until it is back`
      : firstDay <= today
        ? `until ${formatDay(lastDay)}`
        : firstDay === lastDay
          ? `on ${formatDay(firstDay)}`
          : `${formatDay(firstDay)} – ${formatDay(lastDay)}`;
  const finish = () =>
    end.mutate(id, {
      onSuccess: () =>
        toast({
          title: 'Back in service',
          description: `${count} × ${item.letter} (${sizeName(item.size)})`,
        }),
      onError: (error) =>
        toast({ title: 'Failed to end the repair', description: sentenceOf(error), destructive: true }),
    });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface py-2 pr-2 pl-3.5 text-sm">
      <div className="min-w-0 flex-1">
        <p className="tabular">
          <span className="font-semibold">
            {count} × {item.letter}
          </span>{' '}
          {span}
        </p>
        {reason === null ? null : <p className="break-words text-soft">{reason}</p>}
      </div>
      <Button
        kind="quiet"
        size="sm"
        disabled={end.isPending}
        aria-busy={end.isPending}
        aria-label={`Back in service: ${count} × ${item.letter}, ${span}`}
        onClick={finish}
      >
        {end.isPending ? 'Saving...' : 'Back in Service'}
      </Button>
    </div>
  );
}

function AddOutage({ item, today, onDraft, onDone }: OutagesProps & { onDone: () => void }) {
  const add = useAddOutage(item.id);
  const [start] = useState<OutageDraft>(() => ({
    count: '1',
    firstDay: typedFromIso(today),
    lastDay: '',
    reason: '',
    kind: 'repair',
    cost: '',
    picture: null,
  }));
  const [draft, setDraft] = useState(start);
  const priced = useCan('seeMoney') && draft.kind === 'repair';
  const begun = (Object.keys(start) as (keyof OutageDraft)[]).some((field) => draft[field] !== start[field]);
  useEffect(() => {
    onDraft(begun);
    return () => onDraft(false);
  }, [begun, onDraft]);
  const first = useRef<HTMLInputElement>(null);
  // The button that led here is gone, and the focus with it.
  useEffect(() => first.current?.focus(), []);
  const [tried, setTried] = useState(false);
  const own = tried ? outageFaults(draft) : {};
  const refused = add.error instanceof ApiError ? add.error : null;
  const saidByFields =
    refused !== null && Object.keys(refused.fields).length > 0 && refused.bookings.length === 0;
  // If bookings are listed, the sentence is above them and not at a field as well.
  const faults = { ...(saidByFields ? refused.fields : {}), ...own };
  const set = (change: Partial<OutageDraft>) => {
    setDraft((before) => ({ ...before, ...change }));
    add.reset();
  };
  const send = () => {
    setTried(true);
    const firstDay = isoFromTyped(draft.firstDay);
    const lastDay = draft.lastDay.trim() === '' ? null : isoFromTyped(draft.lastDay);
    if (Object.keys(outageFaults(draft)).length > 0 || firstDay === null) {
      return;
    }
    add.mutate(
      {
        outage: {
          count: Number(draft.count),
          firstDay,
          lastDay,
          kind: draft.kind,
          reason: draft.reason.trim() || null,
          ...(priced && draft.cost !== '' && { cost: Number(draft.cost) }),
        },
        picture: draft.picture,
      },
      {
        onSuccess: ({ count, atRisk }) => {
          const until = lastDay === null ? '' : ` until ${formatDay(lastDay)}`;
          const short =
            atRisk.length > 0 ? `. ${counted(atRisk.length, 'booking')} at risk: see the dashboard` : '';
          toast({
            title: 'Out of service',
            description: `${count} × ${item.letter} (${sizeName(item.size)})${until}${short}`,
          });
          onDone();
        },
      },
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend, and the section has its heading.
    <div
      role="group"
      aria-label="Report a repair"
      className="grid grid-cols-2 gap-4 rounded-lg border border-line bg-surface p-4 max-sm:grid-cols-1"
      onKeyDown={(event) => {
        // Enter in a field belongs to the repair, not to the letter's form around it; at the photo it opens the choice.
        if (
          event.key === 'Enter' &&
          event.target instanceof HTMLInputElement &&
          event.target.type !== 'file'
        ) {
          event.preventDefault();
          send();
        }
      }}
    >
      <Field label="Pieces" error={faults.count} required>
        <Input
          ref={first}
          type="number"
          inputMode="numeric"
          min={1}
          max={item.quantity}
          step={1}
          className="tabular"
          value={draft.count}
          onChange={(event) => set({ count: event.target.value })}
        />
      </Field>
      <Field label="What Happened">
        <Select
          value={draft.kind}
          onChange={(event) => set({ kind: event.target.value as OutageDraft['kind'] })}
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
        hint="Empty until somebody puts it back."
        value={draft.lastDay}
        today={today}
        first={isoFromTyped(draft.firstDay)}
        other={isoFromTyped(draft.firstDay)}
        error={faults.lastDay}
        onChange={(lastDay) => set({ lastDay })}
      />
      {priced ? (
        <Field label="Cost of the Repair (Optional)" error={refused?.fields.cost}>
          <Input
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            className="tabular"
            value={draft.cost}
            onChange={(event) => set({ cost: event.target.value })}
          />
        </Field>
      ) : null}
      <Field
        label="Photo (Optional)"
        error={refused?.fields.picture ?? refused?.fields.photo}
        className={priced ? '' : 'col-span-full'}
      >
        <Input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          onChange={(event) => set({ picture: event.target.files?.[0] ?? null })}
        />
      </Field>
      {refused === null && add.error === null ? null : (
        <FailureAlert failure={saidByFields ? null : failureOf(add.error)} className="col-span-full" />
      )}
      <div className="col-span-full flex flex-wrap justify-end gap-2">
        <Button kind="quiet" size="sm" disabled={add.isPending} onClick={onDone}>
          Never Mind
        </Button>
        <Button kind="secondary" size="sm" disabled={add.isPending} aria-busy={add.isPending} onClick={send}>
          {add.isPending ? 'Saving...' : 'Take Out of Service'}
        </Button>
      </div>
    </div>
  );
}
