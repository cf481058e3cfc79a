import { Link } from 'react-router';
import { type IssuedInvoice, useInvoices } from '@/api/books';
import { paperAddress, replacedAddress } from '@/api/documents';
import { useCan } from '@/api/rights';
import { LoadState } from '@/components/LoadState';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { bookingPath } from '@/lib/paths';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { ShowMore } from '@/ui/ShowMore';
import { Placeholder } from '@/ui/Skeleton';
import { Table, TableHead, Td } from '@/ui/Table';

/** All invoices and credit notes, latest first, each as a PDF. */
export function Invoices() {
  const list = useInvoices();
  const invoices = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Invoices" description="Invoices and credit notes, latest first." />
      {invoices === undefined ? (
        <CardBody>
          <LoadState of={list} failed="The invoices could not be loaded">
            <Placeholder what="the invoices" bars={['h-24']} />
          </LoadState>
        </CardBody>
      ) : invoices.length === 0 ? (
        <CardBody>
          <p className="text-soft text-sm">No invoices yet.</p>
        </CardBody>
      ) : (
        <>
          <Table label="Invoices" className="mt-2 border-line border-t">
            <TableHead columns={['Invoice', 'Booking', 'Total']} right={['Total']} />
            <tbody>
              {invoices.map((invoice) => (
                <Row key={invoice.bookingId} invoice={invoice} />
              ))}
            </tbody>
          </Table>
          {list.hasNextPage ? (
            <div className="grid p-4">
              <ShowMore list={list} />
            </div>
          ) : null}
        </>
      )}
    </Card>
  );
}

function Row({ invoice }: { invoice: IssuedInvoice }) {
  const format = useFormat();
  const opens = useCan('seeBookings');
  const { bookingId, bookingNumber, customer, number, total, currency } = invoice;
  const day = (issuedAt: string) => formatDay(format, issuedAt.slice(0, 10));
  const booking = `#${bookingNumber} ${customer}`;
  return (
    <tr>
      <Td className="align-top">
        <a
          href={paperAddress(bookingId, 'invoice')}
          download
          className="whitespace-nowrap text-link hover:underline"
        >
          {number}
        </a>
        <span className="block text-faint text-xs">
          {invoice.kind === 'credit_note' ? 'Credit note, ' : ''}
          {day(invoice.issuedAt)}
        </span>
        {invoice.replaced.map((one) => (
          <span key={one.number} className="block text-faint text-xs">
            Replaces{' '}
            <a href={replacedAddress(bookingId, one.number)} download className="text-link hover:underline">
              {one.number}
            </a>
            , {day(one.issuedAt)}
          </span>
        ))}
      </Td>
      <Td className="align-top [overflow-wrap:anywhere]">
        {opens ? (
          <Link to={bookingPath(bookingId)} className="text-link hover:underline">
            {booking}
          </Link>
        ) : (
          booking
        )}
      </Td>
      <Td className="tabular whitespace-nowrap text-right align-top">
        {total === null ? 'On the invoice' : formatMoney(total, currency)}
      </Td>
    </tr>
  );
}
