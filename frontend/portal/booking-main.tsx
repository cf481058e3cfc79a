/** Entry of a booking's page for its customer: /b/{token}. */
import { BookingPage } from './BookingPage';
import { openByLink } from './open-by-link';
import { takeReturned } from './returned';

openByLink((token) => <BookingPage token={token} returned={takeReturned()} />);
