import type { Dashboard } from '@/api/dashboard';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { countFigure, moneyFigure } from './figures';

/** Year-end projections: the current values and the expected increase. */
export function Projections({ figures, currency }: { figures: Dashboard; currency: string }) {
  return (
    <Card>
      <CardHeader
        title="Year-End Projections"
        description="If the rest of the year continues at the current pace."
      />
      <CardBody className="grid gap-7">
        <Projection
          label="Projected Total Bookings"
          current={figures.totalBookingsYearToDate}
          projected={figures.projectedTotalBookings}
          format={countFigure}
        />
        <Projection
          label="Projected Year-End Revenue"
          current={figures.yearToDateRevenue}
          projected={figures.projectedYearEndRevenue}
          format={(units) => moneyFigure(units, currency)}
        />
      </CardBody>
    </Card>
  );
}

interface ProjectionProps {
  label: string;
  current: number;
  projected: number;
  format: (value: number) => string;
}

function Projection({ label, current, projected, format }: ProjectionProps) {
  // Round away floating-point error in the difference of amounts.
  const more = Math.round((projected - current) * 100) / 100;
  const share = projected > 0 ? Math.min(100, (current / projected) * 100) : 0;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-medium text-sm">{label}</h3>
        <p className="tabular font-semibold text-xl tracking-tight">{format(projected)}</p>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={projected}
        aria-valuenow={current}
        aria-valuetext={`${format(current)} of ${format(projected)}`}
        className="h-3 bg-sunken overflow-hidden rounded-full border border-edge/60"
      >
        <div className="h-full rounded-full bg-action" style={{ width: `${share}%` }} />
      </div>
      <p className="tabular text-faint text-sm">
        {format(current)} so far + {format(more)} projected
      </p>
    </div>
  );
}
