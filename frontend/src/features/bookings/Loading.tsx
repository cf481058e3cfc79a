import { Card } from '@/ui/Card';
import { Skeleton } from '@/ui/Skeleton';

export const loadFailed = 'Your bookings could not be loaded';

/** What stands in for bookings that are on their way. */
export function Loading() {
  return (
    <Card role="status" className="grid gap-3 p-5">
      <span className="sr-only">Loading your bookings</span>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-10" />
      ))}
    </Card>
  );
}
