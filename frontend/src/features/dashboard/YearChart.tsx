import { type ReactNode, useState } from 'react';
import type { Dashboard } from '@/api/dashboard';
import { cn } from '@/lib/cn';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Segments } from '@/ui/Segments';
import { countFigure, moneyFigure, moneyTick, monthName } from './figures';
import { YearBars } from './YearBars';
import { YearTable } from './YearTable';

type Month = Dashboard['months'][number];

const shows = ['Revenue', 'Bookings', 'Table'] as const;

export interface YearChartProps {
  months: readonly Month[];
  /** "2026-11-20" */
  today: string;
  currency: string;
}

/** Completed bookings of this and last year by month, as bars or as a table. */
export function YearChart({ months, today, currency }: YearChartProps) {
  const year = Number(today.slice(0, 4));
  const present = Number(today.slice(5, 7));
  const [show, setShow] = useState<(typeof shows)[number]>('Revenue');
  const [pointed, setPointed] = useState<number | null>(null);
  const ofMoney = show === 'Revenue';
  const bars = months.map((month) => ({
    month: month.month,
    now: ofMoney ? month.revenue : month.bookings,
    before: ofMoney ? month.lastYearRevenue : month.lastYearBookings,
  }));
  const shownMonth = bars.find(({ month }) => month === (pointed ?? present));
  const format = (value: number) => (ofMoney ? moneyFigure(value, currency) : countFigure(value));
  return (
    <Card className="flex flex-col">
      <CardHeader
        title={`${year} vs. ${year - 1}`}
        description="Completed bookings by delivery month."
        aside={
          <Segments
            label="Chart data"
            options={shows.map((option) => [option, option])}
            value={show}
            onChange={setShow}
            each="px-2.5 text-xs"
          />
        }
      />
      <CardBody className="flex-1 pt-4">
        {show === 'Table' ? null : (
          <div aria-hidden="true">
            <p className="tabular mb-3 flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
              <span className="font-medium">{monthName(shownMonth?.month ?? present)}</span>
              <Key className="border-amber bg-bulb">
                {year} <b className="font-semibold text-ink">{format(shownMonth?.now ?? 0)}</b>
              </Key>
              <Key className="border-edge bg-line">
                {year - 1} <b className="font-semibold text-ink">{format(shownMonth?.before ?? 0)}</b>
              </Key>
            </p>
            <YearBars
              bars={bars}
              present={present}
              pointed={pointed}
              onPoint={setPointed}
              tick={(value) => (ofMoney ? moneyTick(value, currency) : countFigure(value))}
            />
          </div>
        )}
        <YearTable months={months} year={year} currency={currency} seen={show === 'Table'} />
      </CardBody>
    </Card>
  );
}

function Key({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-soft">
      <span className={cn('size-3 rounded-[3px] border', className)} />
      <span>{children}</span>
    </span>
  );
}
