import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import {
  type CardPayments,
  type Deposits,
  type OpenItems,
  useCardPayments,
  useDeposits,
  useOpenItems,
} from '@/api/books';
import type { Period } from '@/api/revenue';
import { useCan } from '@/api/rights';
import { useSignedInUser } from '@/api/user';
import { LoadState } from '@/components/LoadState';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { bookingPath } from '@/lib/paths';
import { taxInText } from '@/lib/tax-name';
import { Button } from '@/ui/Button';
import { Card, CardHeader } from '@/ui/Card';
import { Placeholder } from '@/ui/Skeleton';
import { Table, TableHead, Td } from '@/ui/Table';
import { keyInWords } from './revenue';

const SHOWN_AT_FIRST = 10;
const AGES = [
  ['notDue', 'Due that day'],
  ['days30', '1–30 days'],
  ['days60', '31–60 days'],
  ['days90', '61–90 days'],
  ['older', 'Over 90 days'],
] as const;

interface StatementsProps {
  period: Period;
  today: string;
  currency: string;
}

/**
 * What makes up the balances at the end of a period, or of today if that is earlier: open items by age, deposits
 * held, and the card payments of its year.
 */
export function Statements({ period, today, currency }: StatementsProps) {
  const format = useFormat();
  const on = period.to < today ? period.to : today;
  const year = Number(on.slice(0, 4));
  const day = formatDay(format, on);
  const taxWord = taxInText(useSignedInUser());
  const items = useOpenItems(on);
  const deposits = useDeposits(on);
  const cards = useCardPayments(year);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
      <Statement
        title="Open Items"
        description={`What customers owe at the end of ${day}, by days past due.`}
        read={items}
        file={`/api/reports/open-items.csv?on=${on}`}
      >
        {items.data === undefined ? null : <OpenItemsList items={items.data} currency={currency} />}
      </Statement>
      <Statement
        title="Deposits Held"
        description={`Payments for deliveries after ${day}, and customer credit.`}
        read={deposits}
        file={`/api/reports/deposits.csv?on=${on}`}
      >
        {deposits.data === undefined ? null : <DepositsList held={deposits.data} currency={currency} />}
      </Statement>
      <Statement
        title={`Card Payments in ${year}`}
        description={`Gross amounts, as on Form 1099-K: before fees, refunds and disputes, with ${taxWord} and tips.`}
        read={cards}
        file={`/api/reports/card-payments.csv?year=${year}`}
      >
        {cards.data === undefined ? null : <CardMonths cards={cards.data} currency={currency} />}
      </Statement>
    </div>
  );
}

interface StatementProps {
  title: string;
  description: string;
  read: { data: unknown; error: Error | null; refetch: () => unknown };
  file: string;
  children: ReactNode;
}

function Statement({ title, description, read, file, children }: StatementProps) {
  const { data, error, refetch } = read;
  const name = title.toLowerCase();
  return (
    <Card className="overflow-hidden">
      <CardHeader title={title} description={description} />
      {data === undefined ? (
        <LoadState of={{ error, refetch }} failed={`The ${name} could not be loaded`}>
          <Placeholder what={`the ${name}`} className="p-5" bars={['h-24']} />
        </LoadState>
      ) : (
        children
      )}
      <footer className="px-5 py-3">
        <Button asChild kind="secondary" size="sm">
          <a href={file} download>
            <Download aria-hidden="true" />
            {title} as CSV
          </a>
        </Button>
      </footer>
    </Card>
  );
}

function OpenItemsList({ items, currency }: { items: OpenItems; currency: string }) {
  const format = useFormat();
  if (items.items.length === 0) return <p className="px-5 pt-2 text-soft text-sm">Customers owe nothing.</p>;
  return (
    <>
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-2 px-5 pb-3">
        {AGES.map(([age, label]) => (
          <div key={age}>
            <dt className="text-faint text-xs">{label}</dt>
            <dd className="tabular text-sm">{formatMoney(items.ages[age], currency)}</dd>
          </div>
        ))}
      </dl>
      <Bookings
        label="Open items"
        rows={items.items.map(({ since, ...row }) => ({ ...row, note: `Since ${formatDay(format, since)}` }))}
        total={items.total}
        currency={currency}
      />
    </>
  );
}

function DepositsList({ held, currency }: { held: Deposits; currency: string }) {
  if (held.deposits.length === 0) return <p className="px-5 pt-2 text-soft text-sm">No deposits are held.</p>;
  return <Bookings label="Deposits held" rows={held.deposits} total={held.total} currency={currency} />;
}

interface BookingsProps {
  label: string;
  rows: readonly { bookingId: number; number: number; customer: string; amount: number; note?: string }[];
  total: number;
  currency: string;
}

/** Bookings with an amount each, and their sum. */
function Bookings({ label, rows, total, currency }: BookingsProps) {
  const opens = useCan('seeBookings');
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? rows : rows.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <Table label={label} className="mt-2 border-line border-t">
        <TableHead columns={['Booking', 'Amount']} right={['Amount']} />
        <tbody>
          {shown.map(({ bookingId, number, customer, amount, note }) => (
            <tr key={bookingId}>
              <Td className="[overflow-wrap:anywhere]">
                {opens ? (
                  <Link to={bookingPath(bookingId)} className="text-link hover:underline">
                    #{number} {customer}
                  </Link>
                ) : (
                  `#${number} ${customer}`
                )}
                {note === undefined ? null : <span className="block text-faint text-xs">{note}</span>}
              </Td>
              <Td className="tabular whitespace-nowrap text-right">{formatMoney(amount, currency)}</Td>
            </tr>
          ))}
          <tr className="font-semibold">
            <Td>Total</Td>
            <Td className="tabular whitespace-nowrap text-right">{formatMoney(total, currency)}</Td>
          </tr>
        </tbody>
      </Table>
      {shown.length < rows.length ? (
        <p className="px-5 pt-3">
          <Button kind="quiet" size="sm" onClick={() => setShowsAll(true)}>
            Show All {rows.length.toLocaleString('en-US')}
          </Button>
        </p>
      ) : null}
    </>
  );
}

function CardMonths({ cards, currency }: { cards: CardPayments; currency: string }) {
  const format = useFormat();
  const months = cards.months.filter(({ payments }) => payments > 0);
  if (months.length === 0)
    return <p className="px-5 pt-2 text-soft text-sm">No card payments in this year.</p>;
  return (
    <Table label="Card payments by month" className="mt-2 border-line border-t">
      <TableHead columns={['Month', 'Payments', 'Gross']} right={['Payments', 'Gross']} />
      <tbody>
        {[...months, { ...cards, month: '' }].map(({ month, payments, gross }) => (
          <tr key={month} className={month === '' ? 'font-semibold' : undefined}>
            <Td>{month === '' ? 'Total' : keyInWords(format, 'month', month)}</Td>
            <Td className="tabular text-right">{payments.toLocaleString('en-US')}</Td>
            <Td className="tabular whitespace-nowrap text-right">{formatMoney(gross, currency)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
