import { type ReactNode, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { BookingMoney } from '@/api/booking-money';
import type { CustomerSide } from '@/api/customer-side';
import { photoPath, useHandovers } from '@/api/goods';
import type { Booking, BookingDetails, PricedBooking, QuoteDetails } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import type { ExtraLine } from '@/booking-form/breakdown';
import { windowInWords } from '@/booking-form/install-windows';
import { addOnNames, colorName } from '@/booking-form/option-names';
import { eventName } from '@/booking-form/texts';
import { crewFacts } from '@/components/booking/crew-facts';
import type { LineOut } from '@/components/booking/lines';
import { hasSeveral, oneSize, rentalText, signMessage } from '@/components/booking/lines-text';
import { OwnTotalLine, PriceLine, PriceLines } from '@/components/booking/PriceLines';
import { siteFacts } from '@/components/booking/site-facts';
import { letterCounts, overbookedFor } from '@/components/booking/stock';
import { formatWhen } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { bookingStatus } from '@/lib/status';
import { counted, finishName, sizeName, span } from '@/lib/words';
import { widthInFeet } from '@/sign/layout';
import { lettersOf } from '@/sign/letters';
import { MarqueeSign } from '@/sign/MarqueeSign';

export interface JobSheetProps {
  booking: BookingDetails;
  /** The operator's custom price lines. */
  extras: readonly ExtraLine[];
  currency: string;
  /** The booking's payments; undefined if not loaded, or for users who may not see money. */
  money: BookingMoney | undefined;
  /** The customer's notes for the crew; undefined if not loaded. */
  crewNotes: CustomerSide['crewNotes'] | undefined;
}

/**
 * The custom lines of a booking's price, by the names in the quote it came from.
 *
 * Empty if the price was recalculated without them since, as on the booking's documents, and for users who
 * may not see prices.
 */
export function quotedLines(
  booking: Pick<PricedBooking, 'breakdown'> | Booking,
  quote: Pick<QuoteDetails, 'extraLines'> | undefined,
): readonly ExtraLine[] {
  const lines = quote?.extraLines ?? [];
  const cents = lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return cents === Math.round((('breakdown' in booking ? booking.breakdown.extras : null) ?? 0) * 100)
    ? lines
    : [];
}

/** The printed job sheet for the driver. Rendered when the browser is about to print. */
export function JobSheet(props: JobSheetProps) {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser takes its snapshot right after this event, so render synchronously.
    const draw = () => flushSync(() => setPrinting(true));
    window.addEventListener('beforeprint', draw);
    return () => window.removeEventListener('beforeprint', draw);
  }, []);
  return printing
    ? createPortal(
        <article className="job-sheet" aria-label={`Job sheet of booking #${props.booking.number}`}>
          <Sheet {...props} />
        </article>,
        document.body,
      )
    : null;
}

function Sheet({ booking, extras, currency, money, crewNotes }: JobSheetProps) {
  const format = useFormat();
  const { companyName: own, team } = useSignedInUser();
  const companyName = team?.name ?? own;
  const size = oneSize(booking);
  const high = booking.sign[0]?.heightInches ?? 0;
  const feet = size === null ? 0 : widthInFeet(signMessage(booking), high / 12);
  return (
    <>
      <header className="flex items-baseline justify-between gap-6 border-current border-b-2 pb-2">
        <h1 className="font-bold text-xl">Job Sheet #{booking.number}</h1>
        <p className="text-right">
          {companyName === null ? null : <b className="block font-semibold">{companyName}</b>}
          {bookingStatus[booking.status].word}
        </p>
      </header>
      <div className="py-5">
        <MarqueeSign
          message={signMessage(booking)}
          height={64}
          maxWidth={640}
          maxHeight={150}
          surface="paper"
          align="center"
        />
      </div>
      <div className="grid grid-cols-2 gap-x-8 gap-y-4">
        <Part title="When">
          <Fact label="Delivery">{formatWhen(format, booking.deliveryDate, booking.deliveryTimeGiven)}</Fact>
          <Fact label="Pickup">{formatWhen(format, booking.pickupDate, booking.pickupTimeGiven)}</Fact>
          <Fact label="Rental">{counted(booking.rentalDays, 'day')}</Fact>
          {booking.preferredInstallTime === null ? null : (
            <Fact label="Install">{windowInWords(format, booking.preferredInstallTime)}</Fact>
          )}
        </Part>
        <Part title="Customer">
          <Fact label="Name">{booking.customerName}</Fact>
          {booking.customerPhone === null ? null : <Fact label="Phone">{booking.customerPhone}</Fact>}
          {booking.customerEmail === null ? null : <Fact label="Email">{booking.customerEmail}</Fact>}
          {booking.eventType === null ? null : <Fact label="Event">{eventName(booking.eventType)}</Fact>}
        </Part>
        <Part title="Where">
          <Where booking={booking} />
        </Part>
        {'breakdown' in booking ? (
          <Part title="Price">
            <PriceLines price={booking.breakdown} currency={currency} extras={extras} />
            <OwnTotalLine computed={booking.breakdown.total} total={booking.totalPrice} currency={currency} />
            <PriceLine label="Total Price" strong>
              {formatMoney(booking.totalPrice, currency)}
            </PriceLine>
            {money === undefined || money.received === 0 ? null : (
              <PriceLine label="Received">{formatMoney(money.received, currency)}</PriceLine>
            )}
            <PriceLine label="Balance Due">
              <b>{formatMoney(money?.balanceDue ?? booking.balanceDue, currency)}</b>
            </PriceLine>
          </Part>
        ) : null}
      </div>
      <Packing booking={booking} feet={feet} />
      {booking.borrowed.length === 0 ? null : (
        <p className="wrap-anywhere mt-2">
          <b className="font-semibold">Borrowed:</b>{' '}
          {booking.borrowed.map(({ text, lender }) => `${text} from ${lender}`).join('; ')}
        </p>
      )}
      <ForTheCrew crewNotes={crewNotes} />
      {booking.goods === 'reserved' ? null : <HandedOver bookingId={booking.id} />}
      <Remarks booking={booking} />
    </>
  );
}

const MOST_PHOTOS = 8;

/** Photos of handovers and damage. */
function HandedOver({ bookingId }: { bookingId: number }) {
  const { data } = useHandovers(bookingId);
  const photos = (data ?? []).flatMap(({ lines }) =>
    lines.flatMap(({ photo, outcome, letter, name, note }) =>
      photo == null
        ? []
        : [
            {
              photo,
              said:
                outcome === 'ok'
                  ? 'Handed over'
                  : [`${name ?? letter} ${outcome}`, note].filter(Boolean).join(': '),
            },
          ],
    ),
  );
  const shown = [...new Map(photos.map((each) => [each.photo, each])).values()].slice(-MOST_PHOTOS);
  return shown.length === 0 ? null : (
    <section className="mt-4 break-inside-avoid">
      <h2 className="mb-1 border-current/30 border-b pb-0.5 font-semibold">Photos</h2>
      <ul className="grid grid-cols-4 gap-3">
        {shown.map(({ photo, said }) => (
          <li key={photo}>
            <img
              src={photoPath(photo, 'small')}
              alt={said}
              className="aspect-4/3 w-full rounded-sm object-cover"
            />
            <span className="wrap-anywhere text-sm">{said}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1 border-current/30 border-b pb-0.5 font-semibold">{title}</h2>
      <dl className="[&_dt]:text-inherit">{children}</dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-2 py-0.5">
      <dt>{label}</dt>
      <dd className="whitespace-pre-line break-words font-medium">{children}</dd>
    </div>
  );
}

function Where({ booking }: Pick<JobSheetProps, 'booking'>) {
  const { site } = booking;
  const contact = [site?.contactName, site?.contactPhone].filter((part) => part != null && part !== '');
  return (
    <>
      {booking.venueName === null && booking.venueAddress !== null ? null : (
        <Fact label="Venue">{booking.venueName ?? 'N/A'}</Fact>
      )}
      {booking.venueAddress === null ? null : <Fact label="Address">{booking.venueAddress}</Fact>}
      {contact.length === 0 ? null : <Fact label="Contact">{contact.join(', ')}</Fact>}
      {siteFacts(site ?? {}).map(([label, text]) => (
        <Fact key={label} label={label}>
          {text}
        </Fact>
      ))}
    </>
  );
}

/** The packing list of a single-line rental, with checkboxes. */
function Packing({ booking, feet }: Pick<JobSheetProps, 'booking'> & { feet: number }) {
  const format = useFormat();
  const { letters, letterCount, size, options } = booking;
  const extras = addOnNames(options);
  if (hasSeveral(booking)) return <PackingByLine booking={booking} extras={extras} />;
  return (
    <section className="mt-4">
      <h2 className="border-current/30 border-b pb-0.5 font-semibold">Packing List</h2>
      <p className="py-1.5">
        {counted(letterCount, 'letter')} in {sizeName(format, size)}, {colorName(options)}
        {feet > 0 ? `, about ${span(format, feet)} wide` : ''}
      </p>
      <LetterBoxes letters={letters} />
      {extras.length === 0 ? null : (
        <ul className="mt-1.5 grid grid-cols-3 gap-1.5">
          {extras.map((name) => (
            <Item key={name}>{name}</Item>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The packing list of a multi-line rental: letters by size, finish and color, then items. */
function PackingByLine({ booking, extras }: Pick<JobSheetProps, 'booking'> & { extras: readonly string[] }) {
  const format = useFormat();
  const { groups, items } = packingOf(booking.lines);
  const several = new Set(groups.map(({ finish }) => finish)).size > 1;
  return (
    <section className="mt-4">
      <h2 className="border-current/30 border-b pb-0.5 font-semibold">Packing List</h2>
      <p className="py-1.5">{rentalText(format, booking)}</p>
      {groups.map(({ size, finish, color, letters }) => (
        <div key={`${size} ${finish} ${color}`} className="mt-1.5">
          <p className="pb-1">
            <b className="font-semibold">
              {counted(letters.length, 'letter')} in {sizeName(format, size)}
            </b>
            {several ? `, ${finishName(format, finish)}` : ''}, {color}
          </p>
          <LetterBoxes letters={letters} />
        </div>
      ))}
      {items.length + extras.length === 0 ? null : (
        <ul className="tabular mt-2.5 grid grid-cols-3 gap-1.5">
          {items.map(({ name, count }) => (
            <Item key={name}>
              {count} × <b>{name}</b>
            </Item>
          ))}
          {extras.map((name) => (
            <Item key={`add-on ${name}`}>{name}</Item>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A checkbox for each distinct letter, with its count. */
function LetterBoxes({ letters }: { letters: readonly string[] }) {
  return (
    <ul className="tabular grid grid-cols-6 gap-1.5">
      {letterCounts(letters, null).map(({ letter, needed }) => (
        <Item key={letter}>
          {needed} × <b className="text-base">{letter}</b>
        </Item>
      ))}
    </ul>
  );
}

function Item({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-center gap-2 rounded-sm border border-current/30 px-2 py-1">
      <span aria-hidden="true" className="inline-block size-3.5 shrink-0 border border-current" />
      <span>{children}</span>
    </li>
  );
}

function ForTheCrew({ crewNotes }: Pick<JobSheetProps, 'crewNotes'>) {
  // The Print button waits for the notes; the browser's own print command doesn't.
  if (crewNotes === undefined) {
    return (
      <p className="mt-4 border-current border-y py-2 font-semibold">
        The customer's crew notes are missing because they hadn't loaded yet. Please print again.
      </p>
    );
  }
  const facts = crewNotes === null ? [] : crewFacts(crewNotes);
  return facts.length === 0 ? null : (
    <section className="mt-4">
      <h2 className="mb-1 border-current/30 border-b pb-0.5 font-semibold">On Site</h2>
      {facts.map(([label, text]) => (
        <p key={label} className="whitespace-pre-wrap break-words py-0.5">
          <b className="font-semibold">{label}:</b> {text}
        </p>
      ))}
    </section>
  );
}

function Remarks({ booking }: Pick<JobSheetProps, 'booking'>) {
  const { notes, operatorNotes } = booking;
  const remarks = [
    ['From the customer', notes],
    ['Team notes', operatorNotes],
    ['Reason for overbooking', overbookedFor(booking)],
  ] as const;
  // Staff may not see the overbooking reason.
  return remarks.every(([, text]) => text == null) ? null : (
    <section className="mt-4">
      <h2 className="mb-1 border-current/30 border-b pb-0.5 font-semibold">Notes</h2>
      {remarks.map(([label, text]) =>
        text == null ? null : (
          <p key={label} className="whitespace-pre-wrap break-words py-0.5">
            <b className="font-semibold">{label}:</b> {text}
          </p>
        ),
      )}
    </section>
  );
}

/** The packing list of a rental: letters by size, finish and color, and items. */
function packingOf(lines: readonly LineOut[]) {
  const parts = lines.flatMap((line) => (line.kind === 'package' ? line.lines : [line]));
  const groups = new Map<string, { size: string; finish: string; color: string; letters: string[] }>();
  const items = new Map<string, number>();
  for (const part of parts) {
    if (part.kind === 'item') {
      items.set(part.name, (items.get(part.name) ?? 0) + part.quantity);
    } else if (part.kind === 'letters') {
      const { size, finish, colorOption, customColor } = part;
      const color = customColor ? `${colorOption} (${customColor})` : colorOption;
      const key = [size, finish, color].join(' ');
      const group = groups.get(key) ?? { size, finish, color, letters: [] };
      groups.set(key, { ...group, letters: [...group.letters, ...lettersOf(part.text)] });
    }
  }
  return { groups: [...groups.values()], items: [...items].map(([name, count]) => ({ name, count })) };
}
