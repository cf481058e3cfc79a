import { Link } from 'react-router';
import type { DueRow, PaymentsDue } from '@/api/dashboard';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { paths } from '@/lib/paths';
import { Card, CardHeader } from '@/ui/Card';
import { BookingName } from './GoodsCards';

const SHOWN = 5;

/** Overdue payments and payments due in the next seven days. */
export function DueCard({ due: { overdue, thisWeek }, currency }: { due: PaymentsDue; currency: string }) {
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Payments Due"
        description="Based on each booking's payment terms."
        aside={
          <Link
            to={`${paths.bookings}?paid=unpaid,partly`}
            className="rounded-sm text-link text-sm hover:underline"
          >
            All balances due
          </Link>
        }
      />
      <div className="grid pb-2 sm:grid-flow-col sm:auto-cols-fr">
        <Rows title="Overdue" rows={overdue} currency={currency} late />
        <Rows title="Due this week" rows={thisWeek} currency={currency} />
      </div>
    </Card>
  );
}

interface RowsProps {
  title: string;
  rows: readonly DueRow[];
  currency: string;
  late?: boolean;
}

function Rows({ title, rows, currency, late = false }: RowsProps) {
  const format = useFormat();
  if (rows.length === 0) return null;
  const sum = rows.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;
  const more = rows.length - SHOWN;
  return (
    <section className="mt-3 border-line border-t" aria-label={title}>
      <h3 className="flex justify-between gap-4 px-5 pt-3 pb-1 font-medium text-sm">
        <span className={late ? 'text-danger' : undefined}>{title}</span>
        <span className="tabular">{formatMoney(sum, currency)}</span>
      </h3>
      <ul>
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.bookingId} className="flex items-baseline justify-between gap-4 px-5 py-2 text-sm">
            <span className="wrap-anywhere min-w-0">
              <BookingName {...row} id={row.bookingId} />
              <span className="block text-soft">
                {row.customerName}, {late ? 'since' : 'on'} {formatDay(format, row.due)}
              </span>
            </span>
            <span className="tabular shrink-0">{formatMoney(row.amount, currency)}</span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="px-5 pb-3 text-faint text-sm">{`And ${more} more`}</p> : null}
    </section>
  );
}
