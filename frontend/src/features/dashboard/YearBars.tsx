import { cn } from '@/lib/cn';
import { monthName, ticks } from './figures';

interface Bar {
  month: number;
  now: number;
  before: number;
}

export interface YearBarsProps {
  bars: readonly Bar[];
  /** The current month, 1 to 12. */
  present: number;
  /** The month under the pointer. */
  pointed: number | null;
  onPoint: (month: number | null) => void;
  /** Formats a value for the axis. */
  tick: (value: number) => string;
}

const height = 208;
/** Space above the top line for half of its label. */
const top = 8;
const share = 100 / 12;

/**
 * Bar chart with two bars per month, last year's behind this year's. Widths are percentages and heights
 * pixels, so nothing is distorted on any screen. Decorative: the table beside it has the values.
 */
export function YearBars({ bars, present, pointed, onPoint, tick }: YearBarsProps) {
  const steps = ticks(Math.max(...bars.flatMap(({ now, before }) => [now, before])));
  const highest = steps.at(-1) ?? 1;
  const tall = (value: number) => (value / highest) * (height - top);
  return (
    <div className="flex gap-2">
      <div className="tabular relative w-9 shrink-0 text-right text-faint text-xs" style={{ height }}>
        {steps.map((step) => (
          <span
            key={step}
            className="absolute right-0 translate-y-1/2 leading-none"
            style={{ bottom: tall(step) }}
          >
            {tick(step)}
          </span>
        ))}
      </div>
      <div className="min-w-0 flex-1">
        <svg width="100%" height={height} aria-hidden="true" className="block overflow-visible">
          {steps.map((step) => (
            <line
              key={step}
              x1="0"
              x2="100%"
              y1={height - tall(step)}
              y2={height - tall(step)}
              className={step === 0 ? 'stroke-edge' : 'stroke-line'}
            />
          ))}
          {bars.map(({ month, now, before }, index) => {
            const left = index * share;
            return (
              <g key={month} onPointerEnter={() => onPoint(month)} onPointerLeave={() => onPoint(null)}>
                <rect
                  x={`${left}%`}
                  y={0}
                  width={`${share}%`}
                  height={height}
                  rx={6}
                  className={cn('fill-transparent', pointed === month && 'fill-sunken')}
                />
                <Column x={left + share * 0.14} value={tall(before)} className="fill-line stroke-edge" />
                <Column x={left + share * 0.5} value={tall(now)} className="fill-bulb stroke-amber" />
              </g>
            );
          })}
        </svg>
        <div className="mt-1.5 grid grid-cols-12 text-center text-xs">
          {bars.map(({ month }) => (
            <span key={month} className={month === present ? 'font-semibold text-ink' : 'text-faint'}>
              <span className="sm:hidden">{monthName(month).slice(0, 1)}</span>
              <span className="hidden sm:inline">{monthName(month).slice(0, 3)}</span>
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

/** A bar on the base line. */
function Column({ x, value, className }: { x: number; value: number; className: string }) {
  if (value <= 0) {
    return null;
  }
  const tall = Math.max(value, 3);
  return (
    <rect
      x={`${x}%`}
      y={height - tall}
      width={`${share * 0.36}%`}
      height={tall}
      rx={Math.min(3, tall / 2)}
      className={className}
    />
  );
}
