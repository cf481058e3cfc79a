/** Entry of a booking's page for its customer: /b/{token}. */

import { takeReturned } from '@/paying/returned';
import { BookingPage } from './BookingPage';
import { openByLink } from './open-by-link';

openByLink((token) => <BookingPage token={token} returned={takeReturned()} />);
