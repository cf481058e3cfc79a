import { useBookingRules } from '@/api/booking-rules';
import { sentenceOf } from '@/api/errors';
import { type PriceList, useExamplePrice } from '@/api/price-list';
import type { EstimateInput, User, Venue } from '@/api/types';
import { surchargeOf } from '@/api/types';
import { useVenues } from '@/api/venues';
import { addDays } from '@/booking-form/dates';
import { PriceLine, PriceLines } from '@/components/booking/PriceLines';
import { dayIn } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { counted } from '@/lib/words';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { LoadError } from '@/ui/LoadError';
import { Skeleton } from '@/ui/Skeleton';
import { WordsLoading } from '../PolicyWords';

const message = 'HAPPY 30TH';
const usualDays = 2;

/** The moderate venue with the lowest surcharge of its own, as the most typical example. */
function moderateVenue(venues: readonly Venue[]): Venue | undefined {
  return venues
    .filter(({ difficulty }) => difficulty === 'moderate')
    .sort((a, b) => surchargeOf(a) - surchargeOf(b) || a.id - b.id)[0];
}

export interface PriceExampleProps {
  sizes: PriceList['sizes'];
  user: User;
  /** Whether the form has unsaved prices. */
  dirty: boolean;
}

/** A typical rental, priced by the server from the saved price list. */
export function PriceExample({ sizes, user, dirty }: PriceExampleProps) {
  const venues = useVenues();
  const rules = useBookingRules();
  const loaded = venues.data !== undefined && rules.data !== undefined;
  const venue = moderateVenue(venues.data ?? []);
  const size = sizes.toSorted((a, b) => b.heightInches - a.heightInches)[0];
  const days = Math.min(usualDays, rules.data?.maxRentalDays ?? usualDays);
  const today = dayIn(user.timeZone ?? 'America/New_York', new Date());
  const input: EstimateInput | null =
    loaded && size !== undefined
      ? {
          message,
          size: size.code,
          deliveryDate: today,
          pickupDate: addDays(today, days),
          ...(venue !== undefined && { venueId: venue.id }),
        }
      : null;
  const price = useExamplePrice(input);
  const reads = [venues, rules, price];
  const failed = reads.find(({ error }) => error !== null);
  const currency = user.currency ?? 'USD';
  const where = venue === undefined ? 'without a venue' : `at ${venue.name}, a moderate venue`;

  return (
    <Card className="overflow-hidden lg:sticky lg:top-20" aria-busy={price.isFetching}>
      <div aria-hidden="true" className="night-ground px-6 py-6">
        <MarqueeSign message={message} height={44} maxHeight={96} surface="night" align="center" />
      </div>
      <CardHeader
        title="Example"
        description={`${message} in ${size?.label ?? 'your letters'} for ${counted(days, 'day')} ${where}.`}
      />
      <CardBody className="pt-3">
        {failed !== undefined ? (
          <LoadError
            title="The example could not be loaded"
            sentence={sentenceOf(failed.error)}
            onRetry={() => {
              for (const read of reads) {
                if (read.error !== null) void read.refetch();
              }
            }}
          />
        ) : price.data === undefined ? (
          <WordsLoading>
            <Skeleton className="h-7" />
          </WordsLoading>
        ) : price.data === null ? (
          <p className="text-soft text-sm">No price yet.</p>
        ) : (
          <dl className="text-sm" aria-live="polite">
            <PriceLines price={price.data} currency={currency} />
            <PriceLine label="Total" strong>
              {formatMoney(price.data.total, currency)}
            </PriceLine>
            {price.data.deposit === 0 ? null : (
              <PriceLine label="Deposit" detail="Part of the total, paid upfront">
                {formatMoney(price.data.deposit, currency)}
              </PriceLine>
            )}
          </dl>
        )}
        <p className="mt-3 text-faint text-xs">
          {dirty
            ? 'Based on your saved prices. Save your changes to update this example.'
            : 'Based on your saved prices.'}
          {loaded && venue === undefined ? ' Add a moderate venue to see its surcharge here.' : ''}
        </p>
      </CardBody>
    </Card>
  );
}
