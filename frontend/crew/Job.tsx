import type { ReactNode } from 'react';
import { formatMoney } from '@/lib/money';
import { callHref, mapHref } from '@/lib/reach';
import { finishBesideOthers, sizeName } from '@/lib/words';
import type { Handover, Jobs, Piece, Stop } from './actions';
import { Count } from './Count';
import { card } from './looks';

const link = 'rounded-sm text-link underline underline-offset-4';

/** A stop: where, whom to call, what to know, and what to count. */
export function Job({
  stop,
  pieces,
  tags,
  currency,
  onRecord,
}: {
  stop: Stop;
  pieces: readonly Piece[];
  tags: Jobs['tags'];
  currency: string;
  onRecord: (handover: Handover, photo?: Blob) => Promise<void>;
}) {
  const { booking, contact } = stop;
  const notes = [...stop.crew, stop.notes ?? '', stop.operatorNotes ?? ''].filter(Boolean).join('\n');
  return (
    <main className="grid gap-4">
      <section className={`${card} grid gap-3`}>
        <header>
          <p className="text-soft text-sm">
            {stop.window ?? 'Any time'}, {stop.kind === 'delivery' ? 'delivery' : 'pickup'}
          </p>
          <h1 className="wrap-anywhere font-semibold text-2xl tracking-tight">“{booking.message}”</h1>
          <p className="text-soft">#{booking.number}</p>
          {booking.status === 'canceled' ? <p className="font-semibold text-danger">Canceled</p> : null}
        </header>
        <dl className="grid gap-3">
          <Fact label="Place">
            {stop.place ?? (stop.address === null ? 'No address' : null)}
            {stop.address === null ? null : (
              <a className={`${link} block`} href={mapHref(stop.address)} target="_blank" rel="noreferrer">
                {stop.address}
              </a>
            )}
          </Fact>
          <Fact label="Customer">
            {booking.customerName} <Call phone={booking.customerPhone} />
          </Fact>
          {contact === null ? null : (
            <Fact label="On site">
              {contact.name} <Call phone={contact.phone} />
            </Fact>
          )}
          <Text label={stop.kind === 'delivery' ? 'Bring' : 'Take back'} text={broughtInWords(stop)} />
          <Text label="Parking" text={stop.parking} />
          <Text label="Load-in" text={stop.loadIn} />
          <Text label="Venue notes" text={stop.siteNotes} />
          <Text label="Notes" text={notes} />
        </dl>
        {(stop.toCollect ?? 0) > 0 ? (
          <p className="rounded-lg bg-amber-wash px-3 py-2 font-semibold text-amber">
            Collect {formatMoney(stop.toCollect ?? 0, currency)}
          </p>
        ) : null}
      </section>
      <Count stop={stop} pieces={pieces} tags={tags} onRecord={onRecord} />
    </main>
  );
}

/** The texts of a stop with their color and add-ons, a line each: the count below has letters and items alone. */
function broughtInWords({ bring }: Stop): string {
  const lines = bring.map((line) =>
    'item' in line
      ? `${line.count} × ${line.item}`
      : [`“${line.text}”`, sizeName(line.size), finishBesideOthers(line.finish), line.color, ...line.addOns]
          .filter(Boolean)
          .join(', '),
  );
  return lines.join('\n');
}

function Call({ phone }: { phone: string | null }) {
  return phone === null ? null : (
    <a className={`${link} inline-block`} href={callHref(phone)}>
      {phone}
    </a>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-soft text-sm">{label}</dt>
      <dd className="wrap-anywhere font-medium">{children}</dd>
    </div>
  );
}

function Text({ label, text }: { label: string; text: string | null }) {
  return text === null || text === '' ? null : (
    <Fact label={label}>
      <span className="whitespace-pre-line font-normal">{text}</span>
    </Fact>
  );
}
