import { shortInWords } from '@/components/booking/goods';
import { siteFacts } from '@/components/booking/site-facts';
import { type Format, useFormat } from '@/lib/format';
import { callHref, mapHref } from '@/lib/reach';
import { finishBesideOthers, sizeName } from '@/lib/words';
import type { Recorded, RepairInput, Waiting } from '@/outbox/records';
import { DescriptionItem, DescriptionText } from '@/ui/facts';
import type { Jobs, Piece, Stop } from './actions';
import { Collect } from './Collect';
import { Count } from './Count';
import { card } from './looks';
import { Repair } from './Repair';

const link = 'rounded-sm text-link underline underline-offset-4';

/** A stop: the address, contacts, notes and the pieces to count. */
export function Job({
  stop,
  pieces,
  tags,
  repairs,
  contract,
  currency,
  waiting,
  onRecord,
  onReport,
}: {
  stop: Stop;
  pieces: readonly Piece[];
  tags: Jobs['tags'];
  repairs: Jobs['repairs'];
  contract: Jobs['contracts'][number] | undefined;
  currency: string;
  /** Records of this booking that the server doesn't have yet. */
  waiting: readonly Waiting[];
  onRecord: (recorded: Recorded) => Promise<void>;
  onReport: (title: string, repair: RepairInput, photo?: Blob) => Promise<void>;
}) {
  const format = useFormat();
  const { booking, contact } = stop;
  // Stops stored offline by the previous version have no `site`.
  const site = stop.site ?? { loadIn: stop.loadIn, parking: stop.parking, notes: stop.siteNotes };
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
          {/* Stops stored offline by the previous version have no `risk`. */}
          {stop.risk == null ? null : (
            <p className="font-semibold text-danger">Short of {shortInWords(format, stop.risk)}</p>
          )}
          {booking.status === 'canceled' ? <p className="font-semibold text-danger">Canceled</p> : null}
        </header>
        <dl className="grid gap-3">
          <DescriptionItem label="Place">
            {stop.place ?? (stop.address === null ? 'No address' : null)}
            {stop.address === null ? null : (
              <a className={`${link} block`} href={mapHref(stop.address)} target="_blank" rel="noreferrer">
                {stop.address}
              </a>
            )}
          </DescriptionItem>
          <DescriptionItem label="Customer">
            {booking.customerName} <Call phone={booking.customerPhone} />
          </DescriptionItem>
          {contact === null ? null : (
            <DescriptionItem label="On site">
              {contact.name} <Call phone={contact.phone} />
            </DescriptionItem>
          )}
          {contract === undefined ? null : (
            <DescriptionItem label="Contract">
              {contract.signed ? 'Signed' : 'Not signed'}
              {contract.signUrl === null ? null : (
                <a className={`${link} block`} href={contract.signUrl} target="_blank" rel="noreferrer">
                  Sign on This Device
                </a>
              )}
            </DescriptionItem>
          )}
          <DescriptionText
            label={stop.kind === 'delivery' ? 'Bring' : 'Pick up'}
            text={broughtInWords(format, stop)}
          />
          {/* Stops stored offline by the previous version have no `borrowed`. */}
          <DescriptionText
            label="Borrowed"
            text={(stop.borrowed ?? []).map(({ text, lender }) => `${text} from ${lender}`).join('\n')}
          />
          {siteFacts(site).map(([label, text]) => (
            <DescriptionText key={label} label={label} text={text} />
          ))}
          <DescriptionText label="Notes" text={notes} />
        </dl>
        <Collect
          stop={stop}
          currency={currency}
          waiting={waiting}
          onRecord={(payment) => onRecord({ payment })}
        />
      </section>
      <Count
        stop={stop}
        pieces={pieces}
        tags={tags}
        repairs={repairs}
        onRecord={(handover, photo) => onRecord(photo === undefined ? { handover } : { handover, photo })}
      />
      <Repair pieces={pieces} bookingId={booking.id} onRecord={onReport} />
    </main>
  );
}

/** Texts of a stop with color and add-ons, one per line; the count below lists only letters and items. */
function broughtInWords(format: Format, { bring }: Stop): string {
  const lines = bring.map((line) =>
    'item' in line
      ? `${line.count} × ${line.item}`
      : [
          `“${line.text}”`,
          sizeName(format, line.size),
          finishBesideOthers(format, line.finish),
          line.color,
          ...line.addOns,
        ]
          .filter(Boolean)
          .join(', '),
  );
  return lines.join('\n');
}

function Call({ phone }: { phone: string | null }) {
  const call = phone === null ? null : callHref(phone);
  if (call === null) return phone;
  return (
    <a className={`${link} inline-block`} href={call}>
      {phone}
    </a>
  );
}
