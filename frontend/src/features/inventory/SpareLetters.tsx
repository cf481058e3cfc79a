import { useSpareLetters } from '@/api/letter-reports';
import { LoadState } from '@/components/LoadState';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { counted, finishBesideOthers, sizeName } from '@/lib/words';
import { Card, CardHeader } from '@/ui/Card';
import { Skeleton } from '@/ui/Skeleton';

/** Letters that could be sold without losing a rental, based on all past requests. */
export function SpareLetters({ currency }: { currency: string }) {
  const format = useFormat();
  const { data, error, refetch } = useSpareLetters();
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Letters You Could Sell"
        description="You own more of these than you ever needed at the same time, counting booked and refused requests."
      />
      {data === undefined ? (
        <div className="p-5">
          <LoadState of={{ error, refetch }} failed="We couldn't load this list">
            <div role="status">
              <span className="sr-only">Loading spare letters</span>
              <Skeleton className="h-16 rounded-md" />
            </div>
          </LoadState>
        </div>
      ) : data.letters.length === 0 ? (
        <p className="px-5 pt-3 pb-5 text-soft text-sm">
          {data.enough
            ? `All of your letters were needed at least once since ${formatDay(format, data.since)}.`
            : 'This list needs a year of bookings, because demand for letters varies by season.'}
        </p>
      ) : (
        <>
          <p className="px-5 pt-3 text-soft text-sm">
            Based on {counted(data.requests, 'request')} since {formatDay(format, data.since)}.
          </p>
          <ul className="tabular mt-4 grid gap-px border-line border-t bg-line text-sm sm:grid-cols-2 lg:grid-cols-3">
            {data.letters.map(({ letter, size, finish, owned, spare, cost }) => (
              <li
                key={`${size} ${letter} ${finish}`}
                className="flex items-baseline justify-between gap-3 bg-surface px-5 py-3"
              >
                <span className="min-w-0">
                  <b className="font-semibold text-base">{letter}</b>{' '}
                  <span className="text-soft">
                    {[sizeName(format, size), finishBesideOthers(format, finish)].filter(Boolean).join(', ')}
                  </span>
                  {cost == null ? null : (
                    <span className="block text-faint">You paid {formatMoney(cost * spare, currency)}</span>
                  )}
                </span>
                <span className="shrink-0 text-right">
                  {spare} of {owned}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
