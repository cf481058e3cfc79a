import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Dashboard } from '@/api/dashboard';
import { addDays, daysInMonth } from '@/booking-form/dates';
import { addMonths, monthOf, weekday } from '@/booking-form/months';
import { cn } from '@/lib/cn';
import { useFormat } from '@/lib/format';
import { paths } from '@/lib/paths';
import { countFigure, moneyFigure, monthName, shortDay } from './figures';

/** The seven statistics of section 9, each with a note on what it counts. */
export function StatCards({ figures, currency }: { figures: Dashboard; currency: string }) {
  const format = useFormat();
  const { today } = figures;
  const year = today.slice(0, 4);
  const money = (units: number) => moneyFigure(units, currency);
  const sunday = addDays(today, -weekday(today));
  const pending = figures.pendingQuotes;
  const month = monthOf(today);
  const lastDay = daysInMonth(Number(year), Number(today.slice(5, 7)));
  const completed = `${paths.bookings}?status=completed&from=${year}-01-01&to=${year}-12-31`;
  return (
    <ul aria-label="Statistics" className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-12">
      <StatCard
        label="Bookings This Week"
        note={`${shortDay(format, sunday)} – ${shortDay(format, addDays(today, 7))}`}
        to={`${paths.bookings}?figure=week`}
        className="lg:col-span-3"
      >
        {countFigure(figures.bookingsThisWeek)}
      </StatCard>
      <StatCard
        label="Bookings This Month"
        note={`${shortDay(format, today)} – ${shortDay(format, addMonths(today, 1))}`}
        to={`${paths.bookings}?figure=month`}
        className="lg:col-span-3"
      >
        {countFigure(figures.bookingsThisMonth)}
      </StatCard>
      <StatCard
        label="Pending Quotes"
        note={pending === 0 ? 'All answered' : 'Waiting for your reply'}
        to={`${paths.bookings}?status=pending`}
        lit={pending > 0}
        className="lg:col-span-3"
      >
        {countFigure(pending)}
      </StatCard>
      <StatCard
        label="Monthly Revenue"
        note={`Completed in ${monthName(Number(today.slice(5, 7)))}`}
        to={`${paths.bookings}?view=revenue&from=${month}-01&to=${month}-${lastDay}`}
        className="lg:col-span-3"
      >
        {money(figures.monthlyRevenue)}
      </StatCard>
      <StatCard
        label="Year-to-Date Revenue"
        note={`Completed in ${year}`}
        to={`${paths.bookings}?view=revenue`}
        className="col-span-2 lg:col-span-4"
      >
        {money(figures.yearToDateRevenue)}
      </StatCard>
      <StatCard
        label="Avg. Booking Cost"
        note="Per completed booking"
        to={completed}
        className="lg:col-span-4"
      >
        {money(figures.averageBookingCost)}
      </StatCard>
      <StatCard
        label="Total Bookings YTD"
        note={`Completed in ${year}`}
        to={completed}
        className="lg:col-span-4"
      >
        {countFigure(figures.totalBookingsYearToDate)}
      </StatCard>
    </ul>
  );
}

interface StatProps {
  label: string;
  /** Note on what the number counts. */
  note: string;
  /** URL of the list of counted bookings. */
  to?: string;
  /** True to highlight the card. */
  lit?: boolean;
  className: string;
  children: ReactNode;
}

function StatCard({ label, note, to, lit = false, className, children }: StatProps) {
  const looks =
    'grid h-full content-start gap-1 rounded-xl border border-line bg-surface p-4 shadow-card sm:p-5';
  const content = (
    <>
      <span className="flex items-start justify-between gap-2 text-soft text-sm leading-snug">
        <span>{label}</span>
        {to === undefined ? null : (
          <ArrowUpRight
            aria-hidden="true"
            className="mt-0.5 size-4 shrink-0 text-faint transition-transform group-hover:-translate-y-0.5 group-hover:translate-x-0.5 group-hover:text-ink"
          />
        )}
      </span>
      <span className="tabular flex items-center gap-2.5 break-words font-semibold text-2xl tracking-tight sm:text-[1.75rem] sm:leading-9">
        {children}
        {lit ? (
          <span
            aria-hidden="true"
            className="size-2.5 rounded-full border border-amber-line bg-bulb shadow-glow"
          />
        ) : null}
      </span>
      <span className="text-faint text-xs">{note}</span>
    </>
  );
  return (
    <li className={cn('min-w-0', className)}>
      {to === undefined ? (
        <div className={looks}>{content}</div>
      ) : (
        <Link to={to} className={cn(looks, 'group transition-colors hover:border-edge')}>
          {content}
        </Link>
      )}
    </li>
  );
}
