import { Pencil } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { signOf } from '@/api/site-check';
import type { BookingDetails, QuoteDetails } from '@/api/types';
import type { ExtraLine } from '@/booking-form/breakdown';
import { windowInWords } from '@/booking-form/install-windows';
import { addOnNames, colorName, marked } from '@/booking-form/option-names';
import { eventName } from '@/booking-form/texts';
import { Customer } from '@/components/booking/Customer';
import { LineList } from '@/components/booking/LineList';
import { hasSeveral } from '@/components/booking/lines-text';
import { SiteCheck } from '@/components/booking/SiteCheck';
import { siteFacts } from '@/components/booking/site-facts';
import { overbookedFor } from '@/components/booking/stock';
import { formatMoment, formatWhen, inMinutes } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { quotePath } from '@/lib/paths';
import { quoteName } from '@/lib/status';
import { counted } from '@/lib/words';
import { Fact } from '@/ui/facts';
import { InSight } from '@/ui/InSight';
import { EmailLink, MapLink, PhoneLinks } from '@/ui/Reach';
import { Section } from '@/ui/Section';
import { HiddenPlaceholder } from '@/ui/Skeleton';
import { askedAnyway, askedFor, holdHasLapsed, neverHeld, signText } from './actions';
import type { EditPlace } from './edit/sections';

const lower = () => import('./LowerSections');
const FieldWork = lazy(async () => ({ default: (await lower()).FieldWork }));
const Paperwork = lazy(async () => ({ default: (await lower()).Paperwork }));

const BorrowedList = lazy(async () => ({
  default: (await import('@/components/booking/BorrowedList')).BorrowedList,
}));

export interface BookingSectionsProps {
  booking: BookingDetails;
  /** The quote that the booking was made from; undefined if there is none or the user may not see it. */
  quote: QuoteDetails | undefined;
  /** The operator's custom price lines. */
  extras: readonly ExtraLine[];
  currency: string;
  /** Opens the edit form at a section; undefined if the booking can't be edited. */
  onEdit: ((place: EditPlace) => void) | undefined;
}

/** The sections of the booking details: customer, booking, payment, documents, notes, emails and history. */
export function BookingSections({ booking, quote, extras, currency, onEdit }: BookingSectionsProps) {
  return (
    <div className="grid gap-x-8 gap-y-6 px-5 py-5 text-sm sm:grid-cols-2">
      <div className="grid content-start gap-6">
        <Section title="Customer">
          <Customer
            name={booking.customerName}
            email={booking.customerEmail}
            phone={booking.customerPhone}
            customerId={booking.customerId}
          />
        </Section>
        <Section title="Booking">
          <Facts booking={booking} quote={quote} currency={currency} onEdit={onEdit} />
        </Section>
        {booking.borrowed.length === 0 ? null : (
          <Suspense fallback={<HiddenPlaceholder />}>
            <BorrowedList
              bookingId={booking.id}
              rows={booking.borrowed}
              canceled={booking.status === 'canceled'}
              currency={currency}
            />
          </Suspense>
        )}
        {booking.letterCount > 0 ? <SiteCheck sign={signOf(booking.lines, booking.venueId)} /> : null}
        <InSight>
          <FieldWork booking={booking} />
        </InSight>
      </div>
      <div className="grid content-start gap-6">
        <Notes booking={booking} />
        <InSight>
          <Paperwork booking={booking} extras={extras} currency={currency} />
        </InSight>
      </div>
    </div>
  );
}

interface EditableProps {
  /** What the button changes, for screen readers. */
  label: string;
  onEdit: (() => void) | undefined;
  children: ReactNode;
}

/** A value that opens the edit form when pressed. */
function Editable({ label, onEdit, children }: EditableProps) {
  if (onEdit === undefined) return children;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onEdit}
      className="group -mx-1.5 -my-1 flex w-full cursor-pointer items-center gap-2 rounded-md px-1.5 py-1 text-left hover:bg-sunken"
    >
      <span className="min-w-0">{children}</span>
      <Pencil aria-hidden="true" className="size-3.5 shrink-0 text-faint group-hover:text-ink" />
    </button>
  );
}

function Facts({
  booking,
  quote,
  currency,
  onEdit,
}: Pick<BookingSectionsProps, 'booking' | 'quote' | 'currency' | 'onEdit'>) {
  const format = useFormat();
  const { eventType, preferredInstallTime, holdExpiresAt } = booking;
  const options = marked(booking.options);
  const delivery = formatWhen(format, booking.deliveryDate, booking.deliveryTimeGiven);
  const pickup = formatWhen(format, booking.pickupDate, booking.pickupTimeGiven);
  const chosen = addOnNames(options);
  return (
    <dl>
      {quote === undefined ? null : (
        <Fact label="Quote">
          <Link to={quotePath(quote.id)} className="tabular text-link hover:underline">
            {quoteName(quote)}
          </Link>
        </Fact>
      )}
      <Fact label="Message">
        {hasSeveral(booking) ? (
          <LineList lines={booking.lines} rented={booking.rented} currency={currency} />
        ) : (
          <span className="font-medium">{signText(format, booking)}</span>
        )}
        {booking.letterCount === 0 ? null : (
          <span className="block text-faint">{counted(booking.letterCount, 'letter')}</span>
        )}
      </Fact>
      <Fact label="Delivery">
        <Editable
          label={`Change Delivery, ${delivery}`}
          onEdit={onEdit && (() => onEdit({ section: 'when', focusOn: 'deliveryTime' }))}
        >
          <span className="tabular">{delivery}</span>
        </Editable>
      </Fact>
      <Fact label="Pickup">
        <Editable
          label={`Change Pickup, ${pickup}`}
          onEdit={onEdit && (() => onEdit({ section: 'when', focusOn: 'pickupTime' }))}
        >
          <span className="tabular">{pickup}</span>
        </Editable>
        <span className="block text-faint">{counted(booking.rentalDays, 'rental day')}</span>
      </Fact>
      <Fact label="Venue">
        {booking.venueName ?? (booking.venueAddress === null ? 'N/A' : null)}
        {booking.venueAddress === null ? null : (
          <span className="block">
            <MapLink address={booking.venueAddress} />
          </span>
        )}
      </Fact>
      <Site site={booking.site} />
      {eventType === null ? null : <Fact label="Event type">{eventName(eventType)}</Fact>}
      {preferredInstallTime === null ? null : (
        <Fact label="Install time">{windowInWords(format, preferredInstallTime)}</Fact>
      )}
      {hasSeveral(booking) || booking.rented[0]?.finish == null ? null : (
        <Fact label="Finish">{booking.rented[0].finish}</Fact>
      )}
      {hasSeveral(booking) ? null : <Fact label="Color option">{colorName(options)}</Fact>}
      {chosen.length === 0 ? null : <Fact label="Add-ons">{chosen.join(', ')}</Fact>}
      {booking.status === 'pending' && holdExpiresAt !== null ? (
        <Fact label="Letters held">
          {askedAnyway(booking)
            ? `Not held: these letters weren't available when the customer sent the request. ${askedFor(format, booking)}. Confirming checks the stock again.`
            : booking.confirmAddress
              ? "Not held: the customer hasn't confirmed their email address yet. Confirming the booking checks availability again."
              : booking.confirmBy !== null
                ? `${heldUntil(format, holdExpiresAt)}. Extended once the customer confirms their email address`
                : neverHeld(booking)
                  ? 'Not held: no letters are reserved until you confirm. Confirming checks availability.'
                  : holdHasLapsed(booking, Date.now())
                    ? `The hold expired on ${formatMoment(format, holdExpiresAt)}. Confirming checks availability again.`
                    : heldUntil(format, holdExpiresAt)}
        </Fact>
      ) : null}
    </dl>
  );
}

/** Site access: the contact on site and the venue's access notes. */
function Site({ site }: Pick<BookingDetails, 'site'>) {
  if (site === null) return null;
  const { contactName, contactPhone, contactEmail } = site;
  const someone = contactName !== null || contactPhone !== null || contactEmail !== null;
  return (
    <>
      {someone ? (
        <Fact label="On site">
          {contactName}
          {contactPhone === null ? null : (
            <span className="block">
              <PhoneLinks phone={contactPhone} />
            </span>
          )}
          {contactEmail === null ? null : (
            <span className="block">
              <EmailLink email={contactEmail} />
            </span>
          )}
        </Fact>
      ) : null}
      {siteFacts(site).map(([label, text]) => (
        <Fact key={label} label={label}>
          <span className="whitespace-pre-line">{text}</span>
        </Fact>
      ))}
    </>
  );
}

function Notes({ booking }: { booking: BookingDetails }) {
  const { notes, operatorNotes } = booking;
  const overbookReason = overbookedFor(booking);
  if (notes === null && operatorNotes === null && overbookReason === null) return null;
  const text = 'whitespace-pre-wrap break-words rounded-md border border-line bg-surface px-3.5 py-2.5';
  return (
    <Section title="Notes" className="grid gap-2">
      {notes === null ? null : <p className={text}>{notes}</p>}
      {operatorNotes === null ? null : (
        <p className={text}>
          <span className="block text-faint text-xs">Team only</span>
          {operatorNotes}
        </p>
      )}
      {overbookReason == null ? null : (
        <p className={text}>
          <span className="block text-faint text-xs">Why you overbooked</span>
          {overbookReason}
        </p>
      )}
    </Section>
  );
}

/** The end of a hold, with the minutes left during its last hour. */
function heldUntil(format: Format, iso: string): string {
  const wait = inMinutes(iso);
  return wait === '' ? `Until ${formatMoment(format, iso)}` : `Until ${formatMoment(format, iso)} (${wait})`;
}
