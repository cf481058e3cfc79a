/** Entry of a booking's page for its customer: /b/{token}. */
import { createRoot } from 'react-dom/client';
import { BookingPage } from './BookingPage';
import { ErrorBoundary } from './NightPage';
import { takeReturned } from './returned';
import './portal.css';

const returned = takeReturned();
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <ErrorBoundary>
      <BookingPage token={location.pathname.replace(/^\/b\//, '').replace(/\/$/, '')} returned={returned} />
    </ErrorBoundary>,
  );
}
