/** Sections of the booking details that load once they are scrolled into view. */
import type { BookingDetails } from '@/api/types';
import type { ExtraLine } from '@/booking-form/breakdown';
import { Contract } from '@/components/booking/Contract';
import { Mails } from '@/components/booking/Mails';
import { Goods } from '@/features/goods/Goods';
import { Charges } from '@/features/money/Charges';
import { MoneySection } from '@/features/money/MoneySection';
import { InSight } from '@/ui/InSight';
import { BookingHistory } from './BookingHistory';
import { BroughtBy } from './BroughtBy';
import { Certificate } from './Certificate';
import { CustomerSide } from './CustomerSide';
import { Documents } from './Documents';

/** The goods and their handovers, the crew's notes, and the customer's page. */
export function FieldWork({ booking }: { booking: BookingDetails }) {
  return (
    <>
      <Goods booking={booking} />
      <InSight>
        <CustomerSide bookingId={booking.id} />
      </InSight>
    </>
  );
}

interface PaperworkProps {
  booking: BookingDetails;
  /** The operator's custom price lines. */
  extras: readonly ExtraLine[];
  currency: string;
}

/** Payments and charges, documents, emails, and the history. */
export function Paperwork({ booking, extras, currency }: PaperworkProps) {
  return (
    <>
      {'breakdown' in booking ? (
        <>
          <MoneySection booking={booking} extras={extras} currency={currency} />
          <InSight>
            <Charges booking={booking} currency={currency} />
          </InSight>
        </>
      ) : null}
      {'breakdown' in booking ? (
        <InSight>
          <BroughtBy bookingId={booking.id} />
        </InSight>
      ) : null}
      {booking.certificate === 'not_needed' ? null : <Certificate booking={booking} />}
      <InSight>
        <Contract
          of={{ bookingId: booking.id }}
          customer={{
            name: booking.customerName,
            email: ('customerEmail' in booking ? booking.customerEmail : null) ?? '',
          }}
          closed={booking.status === 'canceled'}
          currency={currency}
        />
      </InSight>
      <InSight>
        <Documents booking={booking} />
      </InSight>
      <InSight>
        <Mails of={{ bookingId: booking.id }} />
      </InSight>
      <InSight>
        <BookingHistory booking={booking} currency={currency} />
      </InSight>
    </>
  );
}
