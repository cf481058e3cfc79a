import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import {
  allBookingsCsv,
  bookingsCsv,
  type Grouping,
  type Period,
  type Revenue,
  type RevenueShare,
  revenueCsv,
  useRevenue,
} from '@/api/revenue';
import { useCan } from '@/api/rights';
import { useSignedInUser } from '@/api/user';
import { cn } from '@/lib/cn';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { taxInText } from '@/lib/tax-name';
import { counted } from '@/lib/words';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { LoadError } from '@/ui/LoadError';
import { Placeholder, Skeleton } from '@/ui/Skeleton';
import { Table, Td, Th } from '@/ui/Table';
import { TabList, TabPanel, Tabs } from '@/ui/Tabs';
import { Balances } from './Balances';
import { Bookkeeping } from './Bookkeeping';
import { BooksMonths } from './BooksMonths';
import { Invoices } from './Invoices';
import { LostRequests } from './LostRequests';
import { PeriodChoice } from './PeriodChoice';
import { groupings, groupingWords, keyInWords, periodOf, type ReportAddress, saidFor } from './revenue';
import { Statements } from './Statements';
import { SalesTaxReport } from './TaxReport';

/** Number of rows before "show all": a year has thousands of phrases, most of them rare. */
const rowsAtFirst = 50;
const noFaults: Readonly<Record<string, string>> = {};

export interface RevenueReportProps {
  address: ReportAddress;
  today: string;
  currency: string;
  onChange: (change: Partial<ReportAddress>) => void;
}

/**
 * Revenue of delivered bookings and expected revenue of confirmed ones in a period, grouped in five ways
 * (B6), with the business's books.
 */
export function RevenueReport({ address, today, currency, onChange }: RevenueReportProps) {
  const format = useFormat();
  const seesDashboard = useCan('seeMoney');
  const taxWord = taxInText(useSignedInUser());
  const period = periodOf(address, today);
  const report = useRevenue(period);
  const faults = report.error instanceof ApiError ? report.error.fields : noFaults;
  const saidAtFields = 'from' in faults || 'to' in faults;
  return (
    <section aria-labelledby="revenue-heading" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h2 id="revenue-heading" className="font-semibold text-lg tracking-tight">
            Revenue
          </h2>
          <p className="tabular mt-0.5 text-soft text-sm">
            Deliveries from {formatDay(format, period.from)} to {formatDay(format, period.to)}
          </p>
          <p className="text-faint text-sm">
            Without {taxWord} and tips.
            {seesDashboard ? ' The dashboard shows the agreed totals of completed bookings instead.' : null}
          </p>
        </div>
        <PeriodChoice
          period={period}
          today={today}
          faults={faults}
          onChange={(chosen) => onChange(saidFor(chosen, today))}
        />
      </header>
      {report.data !== undefined ? (
        <Report
          revenue={report.data}
          period={period}
          by={address.by}
          currency={currency}
          busy={report.isPlaceholderData}
          onGroup={(by) => onChange({ by })}
        />
      ) : report.error === null ? (
        <Loading />
      ) : null}
      {report.error === null || saidAtFields ? null : (
        <LoadError
          title="The report could not be loaded"
          sentence={sentenceOf(report.error)}
          onRetry={report.refetch}
        />
      )}
      {report.data === undefined || report.isError ? null : (
        <>
          <SalesTaxReport period={period} currency={currency} />
          <Bookkeeping period={period} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
            <Balances period={period} today={today} currency={currency} />
            <BooksMonths />
          </div>
          <Statements period={period} today={today} currency={currency} />
          <Invoices />
          {seesDashboard ? <LostRequests period={period} currency={currency} /> : null}
        </>
      )}
    </section>
  );
}

interface ReportProps {
  revenue: Revenue;
  period: Period;
  by: Grouping;
  currency: string;
  busy: boolean;
  onGroup: (by: Grouping) => void;
}

function Report({ revenue, period, by, currency, busy, onGroup }: ReportProps) {
  const exports = useCan('seeMoney');
  const taxWord = taxInText(useSignedInUser());
  const rows: Readonly<Record<Grouping, readonly RevenueShare[]>> = {
    month: revenue.byMonth,
    size: revenue.bySize,
    venue: revenue.byVenue,
    event: revenue.byEvent,
    phrase: revenue.byPhrase,
  };
  const confirmed = revenue.byMonth.reduce((sum, row) => sum + row.expectedBookings, 0);
  return (
    <div
      aria-busy={busy}
      className={cn('grid grid-cols-[minmax(0,1fr)] gap-5 transition-opacity', busy && 'opacity-60')}
    >
      <dl className="grid gap-3 sm:grid-cols-3">
        <RevenueStat label="Revenue" note={taxNote(revenue.tax, currency, taxWord)}>
          {formatMoney(revenue.revenue, currency)}
        </RevenueStat>
        <RevenueStat label="Delivered bookings">{revenue.bookings.toLocaleString('en-US')}</RevenueStat>
        <RevenueStat
          label="Expected from confirmed bookings"
          note={[counted(confirmed, 'booking'), taxNote(revenue.expectedTax, currency, taxWord)]
            .filter(Boolean)
            .join(', ')}
        >
          {formatMoney(revenue.expectedRevenue, currency)}
        </RevenueStat>
      </dl>
      <Income revenue={revenue} currency={currency} />
      <Card className="overflow-hidden">
        {revenue.byMonth.length === 0 ? (
          <EmptyState
            title="No delivered or confirmed bookings in this period."
            description="Revenue counts on the delivery day. Choose another period to see more."
            picture={<MarqueeSign message="SOON" height={52} state="unlit" align="center" />}
          />
        ) : (
          <Tabs
            value={by}
            onValueChange={(value) => onGroup(groupings.find((one) => one === value) ?? 'month')}
          >
            <TabList aria-label="Group by" className="px-2 pt-2" of={groupingWords} />
            {groupings.map((grouping) => (
              <TabPanel key={grouping} value={grouping} tabIndex={-1} className="pt-0">
                {grouping === by ? <Shares by={by} rows={rows[by]} currency={currency} /> : null}
              </TabPanel>
            ))}
          </Tabs>
        )}
        <footer className="flex flex-wrap gap-2 border-line border-t px-5 py-3">
          {revenue.byMonth.length === 0 ? null : (
            <CsvLink href={revenueCsv(by, period)} name={`revenue-by-${by}.csv`}>
              {groupingWords[by]} table as CSV
            </CsvLink>
          )}
          {exports ? (
            <>
              <CsvLink href={bookingsCsv(period)} name="bookings.csv">
                Bookings of this period as CSV
              </CsvLink>
              <CsvLink href={allBookingsCsv} name="bookings.csv">
                All bookings as CSV
              </CsvLink>
            </>
          ) : null}
        </footer>
      </Card>
    </div>
  );
}

/** How the revenue becomes the income of the period; nothing if they are the same. */
function Income({ revenue, currency }: { revenue: Revenue; currency: string }) {
  const money = (units: number) => formatMoney(units, currency);
  const { refunded, charges, cancellations } = revenue;
  const steps = [
    ...(refunded === 0 ? [] : [`less ${money(refunded)} refunded`]),
    ...(charges === 0 ? [] : [`plus ${money(charges)} for damage, rescheduling and late payments`]),
    ...(cancellations === 0 ? [] : [`plus ${money(cancellations)} in cancellation fees`]),
  ];
  if (steps.length === 0) return null;
  return (
    <p className="tabular text-soft text-sm">
      {money(revenue.revenue)} {steps.join(', ')}:{' '}
      <b className="font-semibold text-ink">
        {money(revenue.revenue - refunded + charges + cancellations)} income
      </b>
    </p>
  );
}

/** Tax beside an amount; undefined if zero. */
function taxNote(tax: number, currency: string, taxWord: string): string | undefined {
  return tax === 0 ? undefined : `plus ${formatMoney(tax, currency)} ${taxWord}`;
}

function RevenueStat({
  label,
  note,
  children,
}: {
  label: string;
  note?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0 rounded-xl border border-line bg-surface px-5 py-4 shadow-card">
      <dt className="text-soft text-sm">{label}</dt>
      <dd className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <span className="tabular font-semibold text-2xl tracking-tight">{children}</span>
        {note === undefined ? null : <span className="tabular text-faint text-sm">{note}</span>}
      </dd>
    </div>
  );
}

function CsvLink({ href, name, children }: { href: string; name: string; children: ReactNode }) {
  return (
    <Button asChild kind="secondary" size="sm">
      <a href={href} download={name}>
        <Download aria-hidden="true" />
        {children}
      </a>
    </Button>
  );
}

function Shares({ by, rows, currency }: { by: Grouping; rows: readonly RevenueShare[]; currency: string }) {
  const format = useFormat();
  const [whole, setWhole] = useState(false);
  const worth = (row: RevenueShare) => row.revenue + row.expectedRevenue;
  const total = rows.reduce((sum, row) => sum + worth(row), 0);
  const most = Math.max(...rows.map(worth));
  const shown = whole ? rows : rows.slice(0, rowsAtFirst);
  const amount = 'tabular whitespace-nowrap px-3 text-right align-top sm:px-4';
  return (
    <>
      <Table label={`Revenue by ${groupingWords[by].toLowerCase()}`}>
        <thead>
          <tr>
            <Th className="w-full">{groupingWords[by]}</Th>
            <Th className="px-3 text-right sm:px-4">Delivered</Th>
            <Th className="px-3 text-right sm:px-4">Confirmed</Th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.key}>
              <th
                scope="row"
                className="min-w-26 border-line border-b py-2.5 pr-2 pl-5 text-left align-top font-medium [overflow-wrap:anywhere]"
              >
                <span className="flex flex-wrap items-baseline justify-between gap-x-2">
                  <span>{keyInWords(format, by, row.key)}</span>
                  <span className="tabular shrink-0 font-normal text-faint text-xs">
                    {percent(worth(row), total)}
                  </span>
                </span>
                <Bar delivered={row.revenue} confirmed={row.expectedRevenue} most={most} />
              </th>
              <Td className={amount}>
                <Amount units={row.revenue} tax={row.tax} bookings={row.bookings} currency={currency} />
              </Td>
              <Td className={amount}>
                <Amount
                  units={row.expectedRevenue}
                  tax={row.expectedTax}
                  bookings={row.expectedBookings}
                  currency={currency}
                />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {shown.length < rows.length ? (
        <p className="px-5 py-3">
          <Button kind="quiet" size="sm" onClick={() => setWhole(true)}>
            Show All {rows.length.toLocaleString('en-US')}
          </Button>
        </p>
      ) : null}
    </>
  );
}

/**
 * Bar relative to the largest row: full amber is delivered, pale amber is confirmed. The figures show the
 * same.
 */
function Bar({ delivered, confirmed, most }: { delivered: number; confirmed: number; most: number }) {
  const width = (units: number) => ({ width: most > 0 ? `${(100 * units) / most}%` : '0' });
  return (
    <span aria-hidden="true" className="mt-1.5 flex h-1 overflow-hidden rounded-full bg-sunken">
      <span className="bg-bulb" style={width(delivered)} />
      <span className="bg-bulb/45" style={width(confirmed)} />
    </span>
  );
}

interface AmountProps {
  units: number;
  tax: number;
  bookings: number;
  currency: string;
}

function Amount({ units, tax, bookings, currency }: AmountProps) {
  const ofIt = taxNote(tax, currency, taxInText(useSignedInUser()));
  return bookings === 0 ? (
    <span className="text-faint">None</span>
  ) : (
    <>
      <span className="block">{formatMoney(units, currency)}</span>
      <span className="block text-faint text-xs">{counted(bookings, 'booking')}</span>
      {ofIt === undefined ? null : <span className="block text-faint text-xs">{ofIt}</span>}
    </>
  );
}

function percent(part: number, whole: number): string {
  return whole > 0 ? `${Math.round((100 * part) / whole)}%` : '0%';
}

function Loading() {
  return (
    <Placeholder what="the report" className="grid gap-5">
      <div className="grid gap-3 sm:grid-cols-3">
        {[0, 1, 2].map((figure) => (
          <Skeleton key={figure} className="h-22" />
        ))}
      </div>
      <Skeleton className="h-80" />
    </Placeholder>
  );
}
