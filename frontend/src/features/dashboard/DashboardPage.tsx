import { useBookings } from '@/api/bookings';
import { sentenceOf } from '@/api/errors';
import { useInventory } from '@/api/inventory';
import { useSignedInUser } from '@/api/user';
import { useVenues } from '@/api/venues';
import { usePageTitle } from '@/lib/page-title';
import { bookingFormLinks } from '@/lib/paths';
import { LoadError } from '@/ui/LoadError';
import { PageHeader } from '@/ui/PageHeader';
import { PageSpinner } from '@/ui/Spinner';
import { Checklist } from './Checklist';
import { ShareCard } from './ShareCard';
import { Upcoming } from './Upcoming';
import { upcomingBookings } from './upcoming-bookings';

/** What a business sees first: what is still to be set up, and which deliveries come next. */
export function DashboardPage() {
  usePageTitle('Dashboard');
  const user = useSignedInUser();
  const inventory = useInventory();
  const venues = useVenues();
  const bookings = useBookings();
  const reads = [inventory, venues, bookings];

  const failed = reads.find((read) => read.error !== null);
  if (failed !== undefined) {
    const retry = () => {
      for (const read of reads) {
        if (read.error !== null) {
          void read.refetch();
        }
      }
    };
    return (
      <LoadError
        title="Your dashboard could not be loaded"
        sentence={sentenceOf(failed.error)}
        onRetry={retry}
      />
    );
  }
  if (inventory.data === undefined || venues.data === undefined || bookings.data === undefined) {
    return <PageSpinner />;
  }

  const formLink =
    user.publicKey === null ? null : bookingFormLinks(window.location.origin, user.publicKey).shared;
  const settledIn = inventory.data.length > 0 && venues.data.length > 0 && bookings.data.length > 0;
  const upcoming = <Upcoming bookings={upcomingBookings(bookings.data)} />;
  return (
    <div className="grid gap-6">
      <PageHeader
        title={`Welcome, ${user.companyName || user.username}`}
        description="What comes next, at a glance."
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {settledIn ? (
          <>
            {upcoming}
            {formLink === null ? null : <ShareCard link={formLink} />}
          </>
        ) : (
          <>
            <Checklist
              hasLetters={inventory.data.length > 0}
              hasVenues={venues.data.length > 0}
              hasBookings={bookings.data.length > 0}
              formLink={formLink}
            />
            {upcoming}
          </>
        )}
      </div>
    </div>
  );
}
