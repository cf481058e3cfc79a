import { History } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useBooking } from '@/api/bookings';
import { useOwnOffer } from '@/api/operator-form';
import type { BookingDetails } from '@/api/types';
import { dayInWords, isoFromTyped, typedFromIso } from '@/booking-form/dates';
import type { Offer } from '@/booking-form/offer';
import { OverbookReason } from '@/components/booking/OverbookReason';
import { StockNote } from '@/components/booking/StockNote';
import { overbookedFor } from '@/components/booking/stock';
import { DayField } from '@/components/DayField';
import { LoadState } from '@/components/LoadState';
import { cn } from '@/lib/cn';
import { dayOf, formatDay, formatTime } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { counted, sizeName } from '@/lib/words';
import { Alert } from '@/ui/Alert';
import { CloseFooter, Dialog, DialogBody } from '@/ui/Dialog';
import { DialogForm, type DialogFormProps } from '@/ui/FormDialog';
import { Placeholder } from '@/ui/Skeleton';
import { signText } from '../actions';
import { EstimateFailed } from '../EstimateFailed';
import { NotifyChoice } from '../NotifyChoice';
import type { EditValues } from './edit';
import { isMovable, type Move, type MovedPart, movedTo } from './move';
import { type EditState, useEdit } from './useEdit';

export interface MoveDialogProps {
  move: Move;
  currency: string;
  onClose: () => void;
}

/** Dialog that moves a booking, with the changes, the new price and the availability before confirming. */
export function MoveDialog({ move, currency, onClose }: MoveDialogProps) {
  const format = useFormat();
  const {
    data: booking,
    error,
    isFetchedAfterMount,
    refetch,
  } = useBooking(move.id, {
    fresh: true,
  });
  const offer = useOwnOffer();
  // Keep the user's choice when the booking turns out to have been changed meanwhile.
  const [target, setTarget] = useState<{ part: MovedPart; day: string | null }>({
    part: move.part,
    day: move.day === null ? null : typedFromIso(format, move.day),
  });
  const [stale, setStale] = useState(false);
  const failed = error !== null || offer.error !== null;
  const close = useRef<(() => void) | null>(null);

  // Once loaded, keep the form on screen while live updates refetch the booking.
  const ready =
    booking !== undefined && isFetchedAfterMount && offer.data !== undefined && isMovable(booking.status);
  return (
    <Dialog
      onClose={() => (close.current ?? onClose)()}
      title={booking === undefined ? 'Move Booking' : `Move Booking #${booking.number}`}
      description={
        booking === undefined ? undefined : `${booking.customerName}, ${signText(format, booking)}`
      }
      className="sm:max-w-xl"
    >
      {ready ? (
        <MoveForm
          key={booking.revision}
          booking={booking}
          offer={offer.data}
          currency={currency}
          part={target.part}
          start={(before) => movedTo(format, before, target.part, target.day ?? dayNow(before, target.part))}
          choosing={move.day === null}
          stale={stale}
          close={close}
          onWant={setTarget}
          onStale={() => setStale(true)}
          onClose={onClose}
        />
      ) : (
        <>
          <DialogBody>
            {!failed && booking !== undefined && isFetchedAfterMount && !isMovable(booking.status) ? (
              <Alert title={`This booking is ${booking.status} now`}>
                {`You can't change the letters, dates, venue, or price of a ${booking.status} booking.`}
              </Alert>
            ) : (
              <LoadState of={[{ error, refetch }, offer]} failed="We couldn't load this booking">
                <Placeholder what="the booking" bars={['h-72']} />
              </LoadState>
            )}
          </DialogBody>
          <CloseFooter onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

interface MoveFormProps
  extends Pick<MoveDialogProps, 'currency'>,
    Pick<DialogFormProps, 'close' | 'onClose'> {
  booking: BookingDetails;
  offer: Offer & { today: string; lastDay: string };
  part: MovedPart;
  start: (before: EditValues) => EditValues;
  /** True if no day was chosen by dropping: the date field then comes first. */
  choosing: boolean;
  stale: boolean;
  onWant: (target: { part: MovedPart; day: string | null }) => void;
  onStale: () => void;
}

function MoveForm({
  booking,
  offer,
  currency,
  part,
  start,
  choosing,
  stale,
  close,
  onWant,
  onStale,
  onClose,
}: MoveFormProps) {
  const format = useFormat();
  const limits = useMemo(
    () => ({ today: offer.today, lastDay: offer.lastDay, maxRentalDays: offer.maxRentalDays }),
    [offer],
  );
  const edit = useEdit(booking, limits, { onSaved: onClose, start, onStale, done: 'Booking moved' });
  const [pressed, setPressed] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (choosing) body.current?.querySelector<HTMLElement>('[name="day"]')?.focus();
  }, [choosing]);
  const { values, estimate } = edit;
  const typed = part === 'pickup' ? values.pickupDate : values.deliveryDate;
  const faults = { ...edit.wrong, ...edit.errors };
  const fault = faults.deliveryDate ?? faults.pickupDate;

  const want = (next: MovedPart, day: string) => {
    // Reset the other part to its original day first.
    const { deliveryDate, pickupDate } = movedTo(format, edit.before, next, day);
    edit.change({ deliveryDate, pickupDate });
    onWant({ part: next, day });
  };
  const submit = () => {
    setPressed(true);
    // Don't submit before the user has seen the result.
    if (!edit.changed) return;
    if (fault === undefined && edit.computed === null) return estimate.retry();
    edit.submit((field) => {
      const name = field === 'overbookReason' ? field : 'day';
      setTimeout(() => body.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus());
    });
  };
  return (
    <DialogForm
      close={close}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={estimate.pending && fault === undefined ? 'Checking...' : 'Move Booking'}
      pendingLabel="Moving..."
      error={edit.failure}
      pending={edit.saving}
      unsaved={values.overbookReason.trim() !== (overbookedFor(booking) ?? '')}
    >
      <div ref={body} className="grid gap-5">
        {stale ? (
          <Alert title="This booking changed since you opened it">
            Nothing was moved. The booking's current state is shown below.
          </Alert>
        ) : null}
        <div className="grid gap-4 sm:grid-cols-2">
          <PartChoice
            part={part}
            onChoose={(next) => want(next, next === part ? typed : dayNow(edit.before, next))}
          />
          <DayField
            label={part === 'pickup' ? 'New Pickup Date' : 'New Delivery Date'}
            name="day"
            value={typed}
            today={offer.today}
            other={isoFromTyped(format, part === 'pickup' ? values.deliveryDate : values.pickupDate)}
            first={part === 'pickup' ? isoFromTyped(format, values.deliveryDate) : null}
            error={fault ?? (pressed && !edit.changed ? 'Choose a different day' : undefined)}
            onChange={(day) => want(part, day)}
            required
          />
        </div>
        <Comparison edit={edit} booking={booking} currency={currency} />
        <PastNote edit={edit} today={offer.today} />
        <div aria-live="polite" className="grid gap-4">
          {!edit.changed || estimate.estimate === null || estimate.error !== null ? null : (
            <StockNote
              estimate={estimate.estimate}
              currency={currency}
              delivery={values.deliveryDate}
              onTake={(alternative) => {
                edit.take(alternative);
                onWant({ part: 'rental', day: typedFromIso(format, dayOf(alternative.deliveryDate)) });
              }}
            />
          )}
          {estimate.error === null || fault !== undefined ? null : <EstimateFailed estimate={estimate} />}
        </div>
        {edit.changed ? <NotifyChoice booking={booking} edit={edit} /> : null}
        {edit.needsReason ? (
          <OverbookReason
            value={values.overbookReason}
            error={edit.errors.overbookReason}
            onChange={(overbookReason) => edit.change({ overbookReason })}
          />
        ) : null}
      </div>
    </DialogForm>
  );
}

function dayNow(before: EditValues, part: MovedPart): string {
  return part === 'pickup' ? before.pickupDate : before.deliveryDate;
}

const parts = [
  { part: 'rental', label: 'The whole rental', hint: 'Keeps the duration and times' },
  { part: 'pickup', label: 'Only the pickup', hint: 'Makes the rental longer or shorter' },
] as const;

function PartChoice({ part, onChoose }: { part: MovedPart; onChoose: (part: MovedPart) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">What to Move</legend>
      <div className="grid gap-2">
        {parts.map((option) => (
          <label key={option.part} className="flex cursor-pointer items-start gap-2.5 text-sm">
            <input
              type="radio"
              name="part"
              className="mt-0.5 size-4 accent-action"
              checked={part === option.part}
              onChange={() => onChoose(option.part)}
            />
            <span>
              {option.label}
              <span className="block text-faint text-xs">{option.hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A day in the form's format, with its time if it has one. */
function moment(format: Format, typed: string, time: string): string {
  const day = isoFromTyped(format, typed);
  if (day === null) return '–';
  return `${dayInWords(format, day, 'short')}${time === '' ? '' : `, ${formatTime(format, `${day}T${time}`)}`}`;
}

/** The current and the new values side by side. */
function Comparison({
  edit,
  booking,
  currency,
}: {
  edit: EditState;
  booking: BookingDetails;
  currency: string;
}) {
  const format = useFormat();
  const { before, values, computed } = edit;
  const own = values.total.trim() === '' ? null : Number(values.total);
  const total = own ?? computed?.total ?? null;
  return (
    <table className="tabular w-full border-collapse text-sm">
      <caption className="sr-only">Changes</caption>
      <thead>
        <tr className="text-left text-faint text-xs">
          <td />
          <th scope="col" className="pb-1.5 font-medium">
            Now
          </th>
          <th scope="col" className="pb-1.5 font-medium">
            Then
          </th>
        </tr>
      </thead>
      <tbody>
        <Row
          label="Delivery"
          now={moment(format, before.deliveryDate, before.deliveryTime)}
          then={moment(format, values.deliveryDate, values.deliveryTime)}
        />
        <Row
          label="Pickup"
          now={moment(format, before.pickupDate, before.pickupTime)}
          then={moment(format, values.pickupDate, values.pickupTime)}
        />
        {values.lines[0].size === before.lines[0].size ? null : (
          <Row
            label="Size"
            now={sizeName(format, before.lines[0].size)}
            then={sizeName(format, values.lines[0].size)}
          />
        )}
        <Row
          label="Rental"
          now={counted(booking.rentalDays, 'day')}
          then={computed === null ? null : counted(computed.days, 'day')}
        />
        <Row
          label="Price"
          now={'totalPrice' in booking ? formatMoney(booking.totalPrice, currency) : '–'}
          then={computed === null || total === null ? null : formatMoney(total, currency)}
          note={
            own === null || computed === null
              ? undefined
              : `Custom total; calculated price ${formatMoney(computed.total, currency)}`
          }
        />
      </tbody>
    </table>
  );
}

function Row({
  label,
  now,
  then,
  note,
}: {
  label: string;
  now: string;
  then: string | null;
  note?: string | undefined;
}): ReactNode {
  return (
    <tr className="border-line border-t align-top">
      <th scope="row" className="w-20 py-2 pr-3 text-left font-normal text-soft">
        {label}
      </th>
      <td className="py-2 pr-3">{now}</td>
      <td className={cn('py-2', then !== null && then !== now && 'font-semibold')}>
        {then ?? <span className="text-faint">Checking...</span>}
        {note === undefined ? null : <span className="block font-normal text-faint text-xs">{note}</span>}
      </td>
    </tr>
  );
}

function PastNote({ edit, today }: { edit: EditState; today: string }) {
  const format = useFormat();
  const { before, values } = edit;
  const passed = (['deliveryDate', 'pickupDate'] as const)
    .filter((field) => before[field] !== values[field])
    .map((field) => isoFromTyped(format, values[field]))
    .find((day) => day !== null && day < today);
  return passed === undefined || passed === null ? null : (
    <p
      className="flex gap-2 rounded-md border border-amber-line bg-amber-wash px-3.5 py-3 text-sm"
      role="status"
    >
      <History aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
      <span>
        <b className="font-medium text-amber">{formatDay(format, passed)} has passed.</b> You can still move
        the booking there to record a past event.
      </span>
    </p>
  );
}
