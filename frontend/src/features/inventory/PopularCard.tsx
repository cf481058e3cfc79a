import { usePopularMessages } from '@/api/letter-reports';
import type { components } from '@/api/schema';
import { LoadState } from '@/components/LoadState';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Skeleton } from '@/ui/Skeleton';

type Combination = components['schemas']['PopularOut'];

/** Examples shown until the operator has bookings (specification, section 2). */
const tradeCombinations: readonly Combination[] = [
  { message: 'MR & MRS', bookings: 32 },
  { message: 'LOVE', bookings: 26 },
  { message: 'HAPPY BIRTHDAY', bookings: 23 },
  { message: 'BABY', bookings: 18 },
  { message: 'CONGRATS', bookings: 15 },
];

const rows = [0, 1, 2, 3, 4];

/** The most booked phrases; labeled examples until there are bookings. */
export function PopularCard() {
  const popular = usePopularMessages();
  const own = popular.data ?? [];
  const combinations = own.length > 0 ? own : tradeCombinations;
  const most = combinations[0]?.bookings ?? 1;
  const isLoaded = popular.data !== undefined;
  return (
    <Card className="self-start lg:max-xl:col-span-2">
      <CardHeader
        title="Popular Combinations"
        description={
          isLoaded
            ? own.length > 0
              ? 'The messages your customers book most.'
              : "A few examples. Once you have bookings, they'll be counted here."
            : undefined
        }
      />
      <CardBody>
        {popular.error !== null && !isLoaded ? (
          <LoadState of={popular} failed="We couldn't load your popular combinations" />
        ) : isLoaded ? (
          <ol aria-label="Popular Combinations" className="grid gap-3 sm:gap-4">
            {combinations.map(({ message, bookings }) => (
              <li key={message} className="grid gap-1.5">
                <div className="flex items-center justify-between gap-3">
                  <span className="min-w-0" aria-hidden="true">
                    <MarqueeSign message={message} height={20} maxHeight={20} maxWidth={190} />
                  </span>
                  <span className="sr-only">{message}</span>
                  <span className="tabular shrink-0 text-right text-soft text-sm">
                    {bookings} {bookings === 1 ? 'booking' : 'bookings'}
                    {own.length > 0 ? null : <span className="block text-faint text-xs">example</span>}
                  </span>
                </div>
                <div aria-hidden="true" className="h-1 rounded-full bg-sunken">
                  <div
                    className="h-full rounded-full bg-bulb"
                    style={{ width: `${(bookings / most) * 100}%` }}
                  />
                </div>
              </li>
            ))}
          </ol>
        ) : (
          <div role="status" className="grid gap-4">
            <span className="sr-only">Loading popular combinations</span>
            {rows.map((row) => (
              <Skeleton key={row} className="h-7" />
            ))}
          </div>
        )}
      </CardBody>
    </Card>
  );
}
