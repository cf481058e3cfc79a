/** Entry of the page with all bookings of a customer: /my/{token}. */

import { takeReturned } from '@/paying/returned';
import { BookingListPage } from './BookingListPage';
import { openByLink } from './open-by-link';

openByLink((token) => <BookingListPage token={token} returned={takeReturned()} />);
