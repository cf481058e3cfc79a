import { cn } from '@/lib/cn';

const bulbs = [0, 1, 2, 3, 4, 5, 6, 7];

/** Ring of bulbs that light up in turn. */
export function Spinner({ label = 'Loading', className }: { label?: string; className?: string }) {
  return (
    <span role="status" className={cn('inline-grid place-items-center', className)}>
      <svg viewBox="0 0 40 40" className="size-9" aria-hidden="true">
        {bulbs.map((n) => (
          <circle
            key={n}
            cx={20 + 14 * Math.sin((n * Math.PI) / 4)}
            cy={20 - 14 * Math.cos((n * Math.PI) / 4)}
            r="3.2"
            className="animate-bulb fill-bulb stroke-amber-line"
            strokeWidth="0.8"
            style={{ animationDelay: `${n * 0.125 - 1}s` }}
          />
        ))}
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** Spinner in the center of an empty page. The footer stays hidden meanwhile (src/app/styles.css). */
export function PageSpinner({ label }: { label?: string }) {
  return (
    <div data-page-loading="" className="grid min-h-[60dvh] flex-1 place-items-center">
      <Spinner {...(label === undefined ? {} : { label })} />
    </div>
  );
}
