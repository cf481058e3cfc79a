import type { ReactNode } from 'react';
import type { Dashboard } from '@/api/dashboard';
import { cn } from '@/lib/cn';
import { countFigure, moneyFigure, monthName } from './figures';

export interface YearTableProps {
  months: readonly Dashboard['months'][number][];
  year: number;
  currency: string;
  /** False while the bars are shown: the table is then only for screen readers. */
  seen: boolean;
}

const cell = 'border-line border-b px-2 py-1.5 text-right first:pl-0 first:text-left last:pr-0';

/** The values of the chart as a table. */
export function YearTable({ months, year, currency, seen }: YearTableProps) {
  return (
    <div className={seen ? 'overflow-x-auto' : 'sr-only'}>
      <table className="tabular w-full border-collapse text-sm">
        <caption className="sr-only">
          Revenue and bookings of {year} and {year - 1} by month
        </caption>
        <thead className="text-soft text-xs">
          <tr>
            <Head>Month</Head>
            <Head>Revenue {year}</Head>
            <Head>Revenue {year - 1}</Head>
            <Head>Bookings {year}</Head>
            <Head>Bookings {year - 1}</Head>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row" className={cn(cell, 'font-normal')}>
                {monthName(month.month)}
              </th>
              <td className={cell}>{moneyFigure(month.revenue, currency)}</td>
              <td className={cn(cell, 'text-soft')}>{moneyFigure(month.lastYearRevenue, currency)}</td>
              <td className={cell}>{countFigure(month.bookings)}</td>
              <td className={cn(cell, 'text-soft')}>{countFigure(month.lastYearBookings)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head({ children }: { children: ReactNode }) {
  return (
    <th scope="col" className={cn(cell, 'align-bottom font-medium')}>
      {children}
    </th>
  );
}
