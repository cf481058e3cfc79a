/** Entry of a booking's page for its customer: /b/{token}. */
import { BookingPage } from './BookingPage';
import { takeReturned } from './calls';
import { openByLink } from './open-by-link';

openByLink((token) => <BookingPage token={token} returned={takeReturned()} />);
