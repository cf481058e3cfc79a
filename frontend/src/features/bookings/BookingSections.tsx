import { Mail, Phone } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useInvoice } from '@/api/documents';
import type { BookingDetails } from '@/api/types';
import { EVENT_TYPES, INSTALL_TIMES } from '@/booking-form/texts';
import { OwnTotalLine, PriceLine, PriceLines } from '@/booking-parts/PriceLines';
import { formatMoment } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { counted } from '@/lib/words';
import { holdHasLapsed, signText } from './actions';
import { changeLines, entryTitle } from './history';
import { Papers } from './Papers';

export interface BookingSectionsProps {
  booking: BookingDetails;
  currency: string;
  venueName: (id: number) => string | undefined;
}

/** Customer, booking, payment, notes and history, as the details show them. */
export function BookingSections({ booking, currency, venueName }: BookingSectionsProps) {
  // Those who do not see money are refused, and have no papers to print.
  const { data: invoice } = useInvoice(booking.id);
  return (
    <div className="grid gap-x-8 gap-y-6 px-5 py-5 text-sm sm:grid-cols-2">
      <div className="grid content-start gap-6">
        <Section title="Customer">
          <p className="break-words font-medium text-base">{booking.customerName}</p>
          <Contact email={booking.customerEmail} phone={booking.customerPhone} />
        </Section>
        <Section title="Booking">
          <Facts booking={booking} />
        </Section>
      </div>
      <div className="grid content-start gap-6">
        <Section title="Payment">
          <Payment booking={booking} currency={currency} />
        </Section>
        {invoice === undefined ? null : (
          <Section title="Papers">
            <Papers booking={booking} invoice={invoice} />
          </Section>
        )}
        <Notes booking={booking} />
        <Section title="History">
          <History booking={booking} currency={currency} venueName={venueName} />
        </Section>
      </div>
    </div>
  );
}

function Section({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h3 id={id} className="mb-2 font-semibold text-faint text-xs uppercase tracking-wider">
        {title}
      </h3>
      {children}
    </section>
  );
}

function Contact({ email, phone }: { email: string; phone: string | null }) {
  return (
    <ul className="mt-1 grid gap-1">
      <li className="flex items-center gap-2">
        <Mail aria-hidden="true" className="size-4 shrink-0 text-faint" />
        <a href={`mailto:${email}`} className="min-w-0 break-words text-link hover:underline">
          {email}
        </a>
      </li>
      {phone === null ? null : (
        <li className="flex items-center gap-2">
          <Phone aria-hidden="true" className="size-4 shrink-0 text-faint" />
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="tabular text-link hover:underline">
            {phone}
          </a>
        </li>
      )}
    </ul>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3 py-1">
      <dt className="text-soft">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

const addOnWords: Readonly<Record<string, string>> = { lighting: 'LED lighting', stand: 'Floor stand' };

/** The add-ons that were chosen, in words; the operator's own ones by the name of their code. */
export function addOnNames({ addOns }: Pick<BookingDetails, 'addOns'>): string[] {
  return Object.entries(addOns)
    .filter(([, chosen]) => chosen)
    .map(([code]) => addOnWords[code] ?? codeName(code));
}

/** A code of the price list as it is written: "Standard". */
export function codeName(code: string): string {
  return code.replace(/^./, (first) => first.toUpperCase());
}

function Facts({ booking }: { booking: BookingDetails }) {
  const { eventType, preferredInstallTime, colorOption, holdExpiresAt } = booking;
  const chosen = addOnNames(booking);
  return (
    <dl>
      <Fact label="Message">
        <span className="font-medium">{signText(booking)}</span>
        <span className="block text-faint">{counted(booking.letterCount, 'letter')}</span>
      </Fact>
      <Fact label="Delivery">
        <span className="tabular">{formatMoment(booking.deliveryDate)}</span>
      </Fact>
      <Fact label="Pickup">
        <span className="tabular">{formatMoment(booking.pickupDate)}</span>
        <span className="block text-faint">{counted(booking.rentalDays, 'rental day')}</span>
      </Fact>
      <Fact label="Venue">
        {booking.venueName ?? 'N/A'}
        {booking.venueAddress === null ? null : (
          <span className="block text-faint">{booking.venueAddress}</span>
        )}
      </Fact>
      {eventType === null ? null : <Fact label="Event type">{EVENT_TYPES[eventType] ?? eventType}</Fact>}
      {preferredInstallTime === null ? null : (
        <Fact label="Install time">{INSTALL_TIMES[preferredInstallTime] ?? preferredInstallTime}</Fact>
      )}
      <Fact label="Color option">{codeName(colorOption)}</Fact>
      {chosen.length === 0 ? null : <Fact label="Add-ons">{chosen.join(', ')}</Fact>}
      {booking.status === 'pending' && holdExpiresAt !== null ? (
        <Fact label="Letters held">
          {holdHasLapsed(booking, Date.now())
            ? `The hold lapsed on ${formatMoment(holdExpiresAt)}. Confirming checks the stock again.`
            : `Until ${formatMoment(holdExpiresAt)}`}
        </Fact>
      ) : null}
    </dl>
  );
}

function Payment({ booking, currency }: { booking: BookingDetails; currency: string }) {
  const money = (units: number) => formatMoney(units, currency);
  return (
    <dl className="rounded-lg border border-line bg-surface px-4 py-2.5">
      <PriceLines price={booking.breakdown} currency={currency} />
      <OwnTotalLine computed={booking.breakdown.total} total={booking.totalPrice} currency={currency} />
      <PriceLine label="Total Price" strong>
        {money(booking.totalPrice)}
      </PriceLine>
      {booking.deposit > 0 ? (
        <PriceLine label="Deposit" detail="Part of the total, paid ahead">
          {money(booking.deposit)}
        </PriceLine>
      ) : null}
      <PriceLine label="Deposit Paid">{money(booking.depositPaid)}</PriceLine>
      <PriceLine label="Balance Due">
        <b className="font-semibold">{money(booking.balanceDue)}</b>
      </PriceLine>
    </dl>
  );
}

function Notes({ booking }: { booking: BookingDetails }) {
  const { notes, operatorNotes, overbookReason } = booking;
  if (notes === null && operatorNotes === null && overbookReason === null) return null;
  const text = 'whitespace-pre-wrap break-words rounded-md border border-line bg-surface px-3.5 py-2.5';
  return (
    <Section title="Notes" className="grid gap-2">
      {notes === null ? null : <p className={text}>{notes}</p>}
      {operatorNotes === null ? null : (
        <p className={text}>
          <span className="block text-faint text-xs">For you alone</span>
          {operatorNotes}
        </p>
      )}
      {overbookReason === null ? null : (
        <p className={text}>
          <span className="block text-faint text-xs">Booked over the stock</span>
          {overbookReason}
        </p>
      )}
    </Section>
  );
}

function History({ booking, currency, venueName }: BookingSectionsProps) {
  return (
    <ol className="grid gap-3 border-line border-l-2 pl-4">
      {booking.history.map((entry, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end.
          key={index}
          className="relative before:absolute before:top-1.5 before:-left-[21px] before:size-2 before:rounded-full before:bg-bulb before:shadow-glow"
        >
          <p className="break-words">
            {entryTitle(entry, booking.source === 'form')}{' '}
            <span className="tabular text-faint">· {formatMoment(entry.at)}</span>
          </p>
          {changeLines(entry.changes, currency, venueName).map((line) => (
            <p key={line} className="break-words text-soft">
              {line}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}
