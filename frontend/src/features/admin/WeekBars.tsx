import type { Week } from '@/api/admin';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';

/** Bar chart by week. Screen readers get the same figures as a table. */
export function WeekBars({ label, weeks }: { label: string; weeks: readonly Week[] }) {
  const format = useFormat();
  const highest = Math.max(1, ...weeks.map(({ count }) => count));
  const last = weeks.at(-1);
  return (
    <div className="flex h-full flex-col">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="text-soft text-sm">{label}</h3>
        <p className="tabular text-sm">
          <span className="font-semibold">{last?.count ?? 0}</span>{' '}
          <span className="text-faint">this week</span>
        </p>
      </div>
      <div aria-hidden="true" className="mt-3 flex min-h-16 flex-1 items-end gap-1 border-line border-b">
        {weeks.map(({ week, count }) => (
          <span
            key={week}
            title={`Week of ${formatDay(format, week)}: ${count}`}
            className="min-w-0 flex-1 rounded-t-sm bg-action/80 data-empty:bg-line"
            data-empty={count === 0 || undefined}
            style={{ height: count === 0 ? 2 : `${Math.max(6, (count / highest) * 100)}%` }}
          />
        ))}
      </div>
      <table className="sr-only">
        <caption>{label} by week</caption>
        <tbody>
          {weeks.map(({ week, count }) => (
            <tr key={week}>
              <th scope="row">Week of {formatDay(format, week)}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
