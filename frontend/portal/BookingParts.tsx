import { CalendarCheck, CalendarX, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { windowInWords } from '@/booking-form/install-windows';
import { dayOf, formatTime } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { counted } from '@/lib/words';
import type { CustomersBooking } from '@/paying/calls';
import { calendarOf, documentsOf } from './booking-calls';
import { Point, Where } from './Details';
import { textLink } from './looks';
import { Beside, Rented } from './Rented';

/** Loaded later: customers read the page first. */
const ShareSign = lazy(() =>
  import('@/booking-form/ShareSign').then(({ ShareSign }) => ({ default: ShareSign })),
);

/** Days, place and sign, with the calendar file and a picture to share. */
export function Agreed({ token, booking }: { token: string; booking: CustomersBooking }) {
  const format = useFormat();
  const { preferredInstallTime, notes } = booking;
  // Without an agreed time, delivery falls within the chosen hours, if any.
  const window = preferredInstallTime && windowInWords(format, preferredInstallTime);
  const delivered = booking.deliveryTimeGiven ? formatTime(format, booking.deliveryDate) : window;
  const fetched = booking.pickupTimeGiven ? formatTime(format, booking.pickupDate) : booking.pickupHours;
  return (
    <>
      <dl className="mt-4 grid gap-5 sm:grid-cols-2">
        <Point icon={<CalendarCheck />} label="Delivery and setup">
          {dayInWords(format, dayOf(booking.deliveryDate), 'long')}
          {delivered ? <Beside>{delivered}</Beside> : null}
        </Point>
        <Point icon={<CalendarX />} label="Pickup">
          {dayInWords(format, dayOf(booking.pickupDate), 'long')}
          <Beside>{[fetched, counted(booking.rentalDays, 'rental day')].filter(Boolean).join(' · ')}</Beside>
        </Point>
        <Where of={booking} />
        <Point icon={<Sparkles />} label="Rental">
          <Rented of={booking} />
        </Point>
      </dl>
      {notes === null ? null : (
        <div className="mt-5 border-line border-t pt-4">
          <h3 className="text-faint text-sm">Your notes</h3>
          <p className="whitespace-pre-wrap break-words">{notes}</p>
        </div>
      )}
      {booking.status === 'confirmed' ? (
        <p className="screen-only mt-5 flex flex-wrap gap-x-6 gap-y-2">
          <a href={calendarOf(token)} download className={textLink}>
            Add to Your Calendar
          </a>
          {booking.letterCount > 0 ? (
            <Suspense fallback={null}>
              <ShareSign token={token} className={textLink} />
            </Suspense>
          ) : null}
        </p>
      ) : null}
    </>
  );
}

/** The price line by line, and the balance due. */
export function Price({ booking }: { booking: CustomersBooking }) {
  const money = (units: number) => formatMoney(units, booking.currency);
  const open = booking.status === 'pending' || booking.status === 'confirmed';
  return (
    <dl className="tabular mt-3 grid gap-2">
      {booking.lines.map(({ text, detail, amount }) => (
        <Line key={`${text}${detail ?? ''}`} label={text} detail={detail}>
          {amount}
        </Line>
      ))}
      <Line label="Total" strong>
        {money(booking.total)}
      </Line>
      {booking.charges.map(({ text, detail, amount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may have the same text.
        <Line key={index} label={text} detail={detail}>
          {amount}
        </Line>
      ))}
      {booking.cancelFee ? (
        <Line label="Cancellation fee" detail="Instead of the total">
          {money(booking.cancelFee)}
        </Line>
      ) : booking.deposit > 0 ? (
        <Line label="Deposit included">{money(booking.deposit)}</Line>
      ) : null}
      {booking.received > 0 ? <Line label="Paid">{money(booking.received)}</Line> : null}
      {open || booking.balanceDue > 0 || booking.charges.length > 0 ? (
        <Line label="Balance due" strong>
          {money(booking.balanceDue)}
        </Line>
      ) : null}
    </dl>
  );
}

/** Downloads: the confirmation, and the invoice once one exists. */
export function Documents({ token, booking }: { token: string; booking: CustomersBooking }) {
  const documents = documentsOf(token, booking);
  return documents.length === 0 ? null : (
    <ul className="screen-only mt-4 flex flex-wrap gap-x-5 gap-y-2 border-line border-t pt-4">
      {documents.map(({ name, href }) => (
        <li key={href}>
          <a href={href} download className={textLink}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

interface LineProps {
  label: string;
  detail?: string | null;
  strong?: boolean;
  children: ReactNode;
}

function Line({ label, detail = null, strong = false, children }: LineProps) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'border-line border-t pt-2 font-semibold' : ''}`}>
      <dt className="min-w-0 break-words">
        {label}
        {detail === null ? null : <span className="block text-soft text-sm">{detail}</span>}
      </dt>
      <dd className="shrink-0">{children}</dd>
    </div>
  );
}
