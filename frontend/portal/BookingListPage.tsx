import { dayInWords } from '@/booking-form/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { Company, Part } from './Details';
import { Foot, LinkPage } from './LinkPage';
import { type BookingList, readList } from './list-calls';
import { secondaryButton } from './looks';
import { PayBookings } from './PayBookings';

type Listed = BookingList['bookings'][number];

/** All bookings that a customer made with one address at one business. */
export function BookingListPage({ token, returned = null }: { token: string; returned?: string | null }) {
  return (
    <LinkPage
      token={token}
      read={readList}
      title="Your Bookings"
      missing="This link has expired"
      failed="We couldn’t load your bookings"
    >
      {(list, onChanged) => <Ready token={token} list={list} returned={returned} onChanged={onChanged} />}
    </LinkPage>
  );
}

interface ReadyProps {
  token: string;
  list: BookingList;
  /** Provider id of the payment that the customer returned with from their bank. */
  returned: string | null;
  onChanged: (list: BookingList) => void;
}

function Ready({ token, list, returned, onChanged }: ReadyProps) {
  const { company, bookings, currency, customerEmail } = list;
  const coming = bookings.filter(({ isOver }) => !isOver).reverse();
  const past = bookings.filter(({ isOver }) => isOver);
  return (
    <>
      <main className="flex-1">
        <div className="night night-ground grid gap-2 px-4 py-10 text-center text-ink">
          <p className="font-semibold text-bulb">{company.name}</p>
          <h1 className="font-semibold text-3xl tracking-tight">Your bookings</h1>
          <p className="break-words text-soft">Booked with {customerEmail}</p>
        </div>
        <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 px-4 py-6 sm:px-6 lg:py-10">
          <PayBookings token={token} list={list} returned={returned} onChanged={onChanged} />
          <Group title="Coming up" bookings={coming} currency={currency} />
          <Group title="Past and canceled" bookings={past} currency={currency} />
          <Company company={company} />
        </div>
      </main>
      <Foot company={company} />
    </>
  );
}

const STATES: Readonly<Record<Listed['state'], string>> = {
  held: 'Waiting for payment',
  waiting_for_approval: 'Request sent',
  confirmed: 'Confirmed',
  lapsed: 'Not paid in time',
  declined: 'Declined',
  canceled: 'Canceled',
  completed: 'Completed',
};

function Group({
  title,
  bookings,
  currency,
}: {
  title: string;
  bookings: readonly Listed[];
  currency: string;
}) {
  return bookings.length === 0 ? null : (
    <Part title={title}>
      <ul className="mt-3 grid gap-4">
        {bookings.map((booking) => (
          <Row key={booking.number} booking={booking} currency={currency} />
        ))}
      </ul>
    </Part>
  );
}

function Row({ booking, currency }: { booking: Listed; currency: string }) {
  const format = useFormat();
  const { number, message, state, deliveryDay, pickupDay, venueName, total, due, pageUrl, isOver } = booking;
  return (
    <li className="grid gap-1 border-line border-t pt-4">
      <h3 className="break-words font-semibold">“{message}”</h3>
      <p className="text-soft text-sm">
        #{number} · {STATES[state]}
      </p>
      <p>
        {dayInWords(format, deliveryDay, 'long')}
        {pickupDay === deliveryDay ? '' : ` to ${dayInWords(format, pickupDay, 'long')}`}
      </p>
      {venueName === null ? null : <p className="break-words text-soft">{venueName}</p>}
      <p className="tabular">
        Total {formatMoney(total, currency)}
        {due > 0 ? <span className="font-semibold"> · {formatMoney(due, currency)} due</span> : null}
      </p>
      {pageUrl === null ? null : (
        <div className="mt-2 flex flex-wrap gap-2">
          <a href={pageUrl} className={secondaryButton} aria-label={`Open booking #${number}`}>
            Open
          </a>
          {isOver ? (
            <a
              href={`${pageUrl}#again`}
              className={secondaryButton}
              aria-label={`Book “${message}” of booking #${number} again`}
            >
              Book Again
            </a>
          ) : null}
        </div>
      )}
    </li>
  );
}
