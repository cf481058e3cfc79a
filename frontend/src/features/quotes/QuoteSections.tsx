import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { QuoteDetails, QuoteFit, QuoteVersion } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { windowInWords } from '@/booking-form/install-windows';
import { addOnNames, codeName, colorName, marked } from '@/booking-form/option-names';
import { eventName } from '@/booking-form/texts';
import { Customer } from '@/components/booking/Customer';
import { LineList } from '@/components/booking/LineList';
import { hasSeveral, rentalText } from '@/components/booking/lines-text';
import { Mails } from '@/components/booking/Mails';
import { DepositLine, PriceLine, PriceLines } from '@/components/booking/PriceLines';
import { StockVerdict } from '@/components/booking/StockNote';
import { alternativeInWords, rentalInWords } from '@/components/booking/stock';
import { LinkField } from '@/components/LinkField';
import { formatDay, formatMoment, formatTime } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { paths } from '@/lib/paths';
import { quoteName } from '@/lib/status';
import { counted } from '@/lib/words';
import { Fact } from '@/ui/facts';
import { Section } from '@/ui/Section';
import { Timeline, TimelineEntry } from '@/ui/Timeline';
import { eventTitle, keptVersions, originOf } from './history';

const Contract = lazy(() =>
  import('@/components/booking/Contract').then(({ Contract }) => ({ default: Contract })),
);

export interface QuoteSectionsProps {
  quote: QuoteDetails;
  currency: string;
  hrefOf: (id: number) => string;
  onVersion: (version: number) => void;
}

/** Content of a quote, its availability today, and its history. */
export function QuoteSections({ quote, currency, hrefOf, onVersion }: QuoteSectionsProps) {
  const open = quote.status !== 'accepted';
  return (
    <div className="grid gap-x-8 gap-y-6 px-5 py-5 text-sm sm:grid-cols-2">
      <div className="grid content-start gap-6">
        <Section title="Customer">
          <Customer
            name={quote.customerName}
            email={quote.customerEmail}
            phone={quote.customerPhone}
            customerId={quote.customerId}
          />
        </Section>
        <Section title="Offer">
          <Facts content={quote} />
          {open ? <Terms quote={quote} /> : null}
        </Section>
        {quote.note === null && quote.notes === null ? null : (
          <Section title="Notes" className="grid gap-2">
            <NoteText label="For your customer" text={quote.note} />
            <NoteText label="From your customer" text={quote.notes} />
          </Section>
        )}
      </div>
      <div className="grid content-start gap-6">
        {open ? (
          <Section title="Availability Today">
            <Fit fit={quote.fit} delivery={quote.deliveryDate} currency={currency} hrefOf={hrefOf} />
          </Section>
        ) : null}
        <Section title="Price">
          <Price content={quote} currency={currency} />
        </Section>
        {quote.link === null || !open ? null : <LinkField link={quote.link} />}
        {open ? (
          <Suspense fallback={null}>
            <Contract
              of={{ quoteId: quote.id }}
              customer={{ name: quote.customerName ?? '', email: quote.customerEmail ?? '' }}
              closed={quote.status === 'declined'}
              currency={currency}
            />
          </Suspense>
        ) : null}
        <Mails of={{ quoteId: quote.id }} />
        <Section title="History">
          <History quote={quote} onVersion={onVersion} />
        </Section>
      </div>
    </div>
  );
}

/** Rented lines, dates and place. */
export function Facts({ content }: { content: QuoteDetails | QuoteVersion }) {
  const format = useFormat();
  const { deliveryDate, pickupDate, venueName, venueAddress, eventType, preferredInstallTime } = content;
  const options = marked(content.options);
  const addOns = addOnNames(options);
  const currency = useSignedInUser().currency ?? 'USD';
  return (
    <dl>
      <Fact label="Message">
        {hasSeveral(content) ? (
          <LineList lines={content.lines} rented={content.rented} currency={currency} />
        ) : (
          <span className="font-medium">{rentalText(format, content)}</span>
        )}
        <span className="block text-faint">{counted(content.letterCount, 'letter')}</span>
      </Fact>
      <Fact label="Dates">
        {deliveryDate === null ? (
          'To be decided'
        ) : pickupDate === null ? (
          `From ${formatDay(format, deliveryDate)}`
        ) : (
          <>
            {rentalInWords(format, deliveryDate, pickupDate)}
            <Hours delivery={deliveryDate} pickup={pickupDate} />
            <span className="block text-faint">{counted(content.rentalDays, 'rental day')}</span>
          </>
        )}
      </Fact>
      <Fact label="Venue">
        {venueName ?? venueAddress ?? 'To be decided'}
        {venueName === null || venueAddress === null ? null : (
          <span className="block text-faint">{venueAddress}</span>
        )}
      </Fact>
      {eventType === null ? null : <Fact label="Event type">{eventName(eventType)}</Fact>}
      {preferredInstallTime === null ? null : (
        <Fact label="Install time">{windowInWords(format, preferredInstallTime)}</Fact>
      )}
      <Fact label="Color option">{colorName(options)}</Fact>
      {addOns.length === 0 ? null : <Fact label="Add-ons">{addOns.join(', ')}</Fact>}
    </dl>
  );
}

/** The agreed times, if any. */
function Hours({ delivery, pickup }: { delivery: string; pickup: string }) {
  const format = useFormat();
  const agreed = [
    ...(delivery.includes('T') ? [`Delivery at ${formatTime(format, delivery)}`] : []),
    ...(pickup.includes('T') ? [`Pickup at ${formatTime(format, pickup)}`] : []),
  ];
  return agreed.length === 0 ? null : <span className="tabular block">{agreed.join(', ')}</span>;
}

/** Validity of the quote, and whether it holds its letters. */
function Terms({ quote: { expiresAt, holdLetters, status } }: { quote: QuoteDetails }) {
  const format = useFormat();
  const offered = status === 'sent' || status === 'seen';
  return (
    <dl>
      <Fact label="Valid until">
        <span className="tabular">
          {expiresAt === null ? 'Set when sent' : formatMoment(format, expiresAt)}
        </span>
      </Fact>
      <Fact label="Letters">
        {!holdLetters ? 'Not held' : offered ? 'Held until it expires' : 'Held once it is sent'}
      </Fact>
    </dl>
  );
}

/** The price line by line, with the names of custom lines. */
export function Price({ content, currency }: { content: QuoteDetails | QuoteVersion; currency: string }) {
  return (
    <dl className="rounded-lg border border-line bg-surface px-4 py-2.5">
      <PriceLines price={content.breakdown} extras={content.extraLines} currency={currency} />
      <PriceLine label="Total" strong>
        {formatMoney(content.totalPrice, currency)}
      </PriceLine>
      <DepositLine deposit={content.deposit} currency={currency} />
    </dl>
  );
}

export function NoteText({ label, text }: { label: string; text: string | null }) {
  return text === null ? null : (
    <p className="whitespace-pre-wrap break-words rounded-md border border-line bg-surface px-3.5 py-2.5">
      <span className="block text-faint text-xs">{label}</span>
      {text}
    </p>
  );
}

/**
 * The quote's current availability: whether it could be booked, the shortages, and other bookings and quotes
 * that need the same letters.
 */
function Fit({
  fit,
  delivery,
  currency,
  hrefOf,
}: { fit: QuoteFit; delivery: string | null } & Pick<QuoteSectionsProps, 'currency' | 'hrefOf'>) {
  const format = useFormat();
  const { available, shortages, collisions, alternatives } = fit;
  if (available === null) {
    return <p className="text-soft">Add both dates to check availability.</p>;
  }
  return (
    <div className="grid gap-3">
      <StockVerdict available={available} shortages={shortages} />
      {collisions.length === 0 ? null : (
        <div className="grid gap-1">
          <p className="text-soft">Other bookings and quotes with these letters:</p>
          <ul className="grid gap-1.5">
            {collisions.map(
              ({ kind, id, number, customerName, message, deliveryDate, pickupDate, letters, status }) => (
                <li key={`${kind} ${id}`} className="rounded-md border border-line bg-surface px-3 py-2">
                  <Link
                    to={kind === 'booking' ? `${paths.bookings}?id=${id}` : hrefOf(id)}
                    className="font-medium text-link hover:underline"
                  >
                    {typeof number === 'number' ? `Booking #${number}` : quoteName({ id, number })}
                  </Link>
                  {` · ${customerName ?? 'No customer yet'}, "${message}"`}
                  <span className="tabular block text-faint">
                    {rentalInWords(format, deliveryDate, pickupDate)} · {codeName(status)} ·{' '}
                    {letters.join(' ')}
                  </span>
                </li>
              ),
            )}
          </ul>
        </div>
      )}
      {alternatives.length === 0 ? null : (
        <div>
          <p className="text-soft">Alternatives:</p>
          <ul className="tabular list-disc pl-5">
            {alternatives.map((alternative) => (
              <li key={`${alternative.size} ${alternative.deliveryDate}`}>
                {alternativeInWords(format, alternative, delivery)},{' '}
                {formatMoney(alternative.total, currency)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function History({ quote, onVersion }: Pick<QuoteSectionsProps, 'quote' | 'onVersion'>) {
  const format = useFormat();
  const versions = keptVersions(quote);
  return (
    <div className="grid gap-4">
      <Timeline>
        {quote.history.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended.
          <TimelineEntry key={index} title={eventTitle(event)} when={formatMoment(format, event.at)}>
            {event.text === null ? null : (
              <p className="whitespace-pre-wrap break-words text-soft">{event.text}</p>
            )}
            {event.email === null ? null : (
              <a
                href={`mailto:${event.email}`}
                className="block w-fit max-w-full break-words text-link hover:underline"
              >
                {event.email}
              </a>
            )}
            {event.address === null ? null : (
              <p className="break-words text-faint text-xs">{originOf(event)}</p>
            )}
          </TimelineEntry>
        ))}
      </Timeline>
      {versions.length === 0 ? null : (
        <div>
          <p className="mb-1 text-soft">Versions:</p>
          <ul className="flex flex-wrap gap-2">
            {versions.map(({ version, at, sent }) => (
              <li key={version}>
                <button
                  type="button"
                  onClick={() => onVersion(version)}
                  className="tabular cursor-pointer rounded-md border border-edge/60 bg-surface px-2.5 py-1 hover:border-action"
                >
                  Version {version}, {sent ? formatDay(format, at) : 'never sent'}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
