import { useBookings } from '@/api/bookings';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { popularCombinations, tradeCombinations } from './combinations';

/** Which phrases are booked most; the trade's own until there are bookings. */
export function PopularCard() {
  const bookings = useBookings();
  const own = popularCombinations(bookings.data ?? []);
  const combinations = own.length > 0 ? own : tradeCombinations;
  const most = combinations[0]?.count ?? 1;
  return (
    <Card className="self-start lg:max-xl:col-span-2">
      <CardHeader
        title="Popular Combinations"
        description={own.length > 0 ? 'What your customers book most.' : 'What is booked most in the trade.'}
      />
      <CardBody>
        <ol className="grid gap-4">
          {combinations.map(({ phrase, count }) => (
            <li key={phrase} className="grid gap-1.5">
              <div className="flex items-center justify-between gap-3">
                <span className="min-w-0" aria-hidden="true">
                  <MarqueeSign message={phrase} height={20} maxHeight={20} maxWidth={190} />
                </span>
                <span className="sr-only">{phrase}</span>
                <span className="tabular shrink-0 text-soft text-sm">
                  {count} {count === 1 ? 'booking' : 'bookings'}
                </span>
              </div>
              <div aria-hidden="true" className="h-1 rounded-full bg-sunken">
                <div className="h-full rounded-full bg-bulb" style={{ width: `${(count / most) * 100}%` }} />
              </div>
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}
