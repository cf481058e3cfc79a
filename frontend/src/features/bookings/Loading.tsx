import { ListLoading } from '@/booking-parts/PagedCard';

export const loadFailed = 'Your bookings could not be loaded';

/** What stands in for bookings that are on their way. */
export const Loading = () => <ListLoading what="bookings" />;
