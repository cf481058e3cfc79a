import { ListLoading } from '@/booking-parts/PagedCard';

export const loadFailed = 'Your bookings could not be loaded';

/** Placeholder for bookings that are loading. */
export const Loading = () => <ListLoading what="bookings" />;
