import { CircleCheck, PackageCheck, Truck } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Link } from 'react-router';
import { useBookingMoney } from '@/api/booking-money';
import { type Day, type DayStop, useAssignJob } from '@/api/day';
import { sentenceOf } from '@/api/errors';
import { collectedInWords } from '@/components/booking/collected';
import { goodsBadge } from '@/components/booking/goods';
import { RecordPayment } from '@/components/booking/RecordPayment';
import { siteFacts } from '@/components/booking/site-facts';
import { cn } from '@/lib/cn';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { bookingPath } from '@/lib/paths';
import { finishBesideOthers, finishName, sizeName } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { DescriptionItem, DescriptionText } from '@/ui/facts';
import { Options, Select } from '@/ui/Input';
import { EmailLink, MapLink, PhoneLinks } from '@/ui/Reach';

const RiskNote = lazy(async () => ({
  default: (await import('@/components/booking/RiskNote')).RiskNote,
}));

/**
 * A delivery or pickup with everything the crew needs: time, address, contact, packing list and amount to
 * collect.
 */
export function StopCard({
  stop,
  team,
  currency,
  heading: Heading,
  handle,
}: {
  stop: DayStop;
  /** Team members who can be assigned; undefined for users who may not assign stops. */
  team: Day['team'];
  currency: string;
  heading: 'h2' | 'h3';
  /** Button that moves the stop. */
  handle?: ReactNode;
}) {
  const { kind, booking, window: time, done } = stop;
  const Icon = kind === 'delivery' ? Truck : PackageCheck;
  const state = booking.goods === 'reserved' ? null : goodsBadge(booking.goods, booking.missing);
  return (
    <Card className={cn('overflow-hidden', done && 'opacity-75 print:opacity-100')}>
      <header className="flex flex-wrap items-start gap-x-3 gap-y-1 border-line border-b px-4 py-3 sm:px-5">
        <Icon aria-hidden="true" className="mt-1 size-4 shrink-0 text-soft" />
        <div className="min-w-0 flex-1">
          <p className="tabular text-soft text-sm">
            <b className="font-semibold text-ink">{time ?? 'Any time'}</b> ·{' '}
            {kind === 'delivery' ? 'Delivery' : 'Pickup'}
          </p>
          <Heading className="wrap-anywhere font-semibold">
            <Link to={bookingPath(booking.id)} className="rounded-sm hover:underline">
              “{booking.message}” <span className="font-normal text-soft">#{booking.number}</span>
            </Link>
          </Heading>
        </div>
        <div className="flex flex-wrap gap-2">
          {done ? (
            <Badge tone="green">
              <CircleCheck aria-hidden="true" />
              Done
            </Badge>
          ) : null}
          {booking.status === 'canceled' ? <Badge tone="red">Canceled</Badge> : null}
          {state === null || (done && booking.goods === 'back' && booking.missing === 0) ? null : (
            <Badge tone={state.tone}>{state.word}</Badge>
          )}
        </div>
        {handle}
      </header>
      {stop.risk === null ? null : (
        <div className="px-4 pt-3 sm:px-5">
          <Suspense fallback={null}>
            <RiskNote bookingId={booking.id} risk={stop.risk} />
          </Suspense>
        </div>
      )}
      <dl className="grid gap-x-6 gap-y-2 px-4 py-3 text-sm sm:grid-cols-2 sm:px-5">
        <DescriptionItem label="Customer">
          {booking.customerName}
          <PhoneLine phone={booking.customerPhone} />
        </DescriptionItem>
        <DescriptionItem label="Address">
          {stop.place}
          {stop.address === null ? (
            stop.place === null ? (
              'No address'
            ) : null
          ) : (
            <span className="block">
              <MapLink address={stop.address} />
            </span>
          )}
        </DescriptionItem>
        <Contact contact={stop.contact} />
        <Crew stop={stop} team={team} />
        {siteFacts(stop.site ?? {}).map(([label, text]) => (
          <DescriptionText key={label} label={label} text={text} />
        ))}
        <DescriptionText
          label="From the customer"
          text={[...stop.crew, stop.notes ?? ''].filter(Boolean).join('\n')}
        />
        <DescriptionText label="Team notes" text={stop.operatorNotes} />
        <div className="sm:col-span-2">
          <dt className="text-soft">{kind === 'delivery' ? 'Bring' : 'Pick up'}</dt>
          <dd>
            <Bring stop={stop} />
            {stop.borrowed.map(({ id, text, lender }) => (
              <p key={id} className="wrap-anywhere mt-1 font-medium">
                {text} from {lender}
              </p>
            ))}
          </dd>
        </div>
      </dl>
      {(stop.toCollect ?? 0) > 0 || (stop.collected ?? []).length > 0 ? (
        <Collect stop={stop} currency={currency} />
      ) : null}
    </Card>
  );
}

/** Assignment of the stop. Hidden in businesses with a single member. */
function Crew({ stop: { kind, booking, assignee }, team }: { stop: DayStop; team: Day['team'] }) {
  const assign = useAssignJob(booking.id);
  const id = useId();
  const members = team ?? [];
  if (members.length < 2) {
    return assignee === null ? null : <DescriptionItem label="Crew">{assignee.name}</DescriptionItem>;
  }
  const chosen = assign.isPending ? (assign.variables.userId ?? null) : (assignee?.id ?? null);
  return (
    <div className="min-w-0">
      <dt className="text-soft">
        <label htmlFor={id}>Crew</label>
      </dt>
      <dd>
        <span className="hidden font-medium print:inline">{assignee?.name ?? 'Anyone'}</span>
        <Select
          id={id}
          className="screen-only mt-1"
          value={chosen ?? ''}
          disabled={assign.isPending}
          onChange={(event) => {
            const userId = event.target.value === '' ? null : Number(event.target.value);
            assign.mutate({ kind, userId });
          }}
        >
          <option value="">Anyone</option>
          <Options of={members.map(({ id, name }) => [id, name])} />
        </Select>
        {assign.error === null ? null : (
          <p role="alert" className="mt-1 text-danger">
            {sentenceOf(assign.error)}
          </p>
        )}
      </dd>
    </div>
  );
}

function PhoneLine({ phone }: { phone: string | null }) {
  return phone === null ? null : (
    <span className="block">
      <PhoneLinks phone={phone} />
    </span>
  );
}

function Contact({ contact }: Pick<DayStop, 'contact'>) {
  if (contact === null) return null;
  return (
    <DescriptionItem label="On site">
      {contact.name}
      <PhoneLine phone={contact.phone} />
      {contact.email === null ? null : (
        <span className="block">
          <EmailLink email={contact.email} />
        </span>
      )}
    </DescriptionItem>
  );
}

/** The letters of each text in spelling order with counts, and items. */
function Bring({ stop: { bring } }: { stop: DayStop }) {
  const format = useFormat();
  return (
    <ul className="mt-1 grid gap-2">
      {bring.map((line, index) =>
        'item' in line ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position.
          <li key={index} className="font-medium">
            {line.count} × {line.item}
          </li>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position.
          <li key={index} className="grid gap-1">
            <span className="text-soft">
              “{line.text}”,{' '}
              {[
                sizeName(format, line.size),
                finishBesideOthers(format, line.finish),
                line.color,
                ...line.addOns,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
            <span className="flex flex-wrap gap-1.5">
              {line.pieces.map((piece) => (
                <span
                  key={`${piece.letter} ${piece.finish}`}
                  className="tabular inline-flex items-baseline gap-1 rounded-md border border-line bg-raised px-2 py-0.5"
                >
                  <b className="font-semibold">{piece.letter}</b>
                  {piece.finish === line.finish ? null : (
                    <span className="text-soft text-xs">{finishName(format, piece.finish)}</span>
                  )}
                  {piece.count > 1 ? <span className="text-soft text-xs">× {piece.count}</span> : null}
                  {piece.slot === null ? null : <span className="text-faint text-xs">{piece.slot}</span>}
                </span>
              ))}
            </span>
          </li>
        ),
      )}
    </ul>
  );
}

function Collect({ stop, currency }: { stop: DayStop; currency: string }) {
  const [open, setOpen] = useState(false);
  const bookingId = stop.booking.id;
  const amount = stop.toCollect ?? 0;
  return (
    // Not a footer: footers aren't printed, but the run sheet must show the amount.
    <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t bg-sunken px-4 py-3 text-sm sm:px-5">
      <div className="min-w-0">
        {amount > 0 ? (
          <p>
            Collect <b className="tabular font-semibold">{formatMoney(amount, currency)}</b>
          </p>
        ) : null}
        {(stop.collected ?? []).map((report) => (
          <p key={`${report.at} ${report.kind}`} className="wrap-anywhere text-soft">
            {collectedInWords(report, currency)}, {report.by}
          </p>
        ))}
      </div>
      {amount > 0 ? (
        <Button kind="secondary" size="sm" className="screen-only" onClick={() => setOpen(true)}>
          Record Payment
        </Button>
      ) : null}
      {open ? <PaymentForm bookingId={bookingId} amount={amount} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function PaymentForm({
  bookingId,
  amount,
  onClose,
}: {
  bookingId: number;
  amount: number;
  onClose: () => void;
}) {
  const { data } = useBookingMoney(bookingId);
  return data === undefined ? null : (
    <RecordPayment bookingId={bookingId} money={data} amount={amount} onClose={onClose} />
  );
}
