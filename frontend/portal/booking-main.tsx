/** Entry of a booking's page for its customer: /b/{token}. */
import { createRoot } from 'react-dom/client';
import { BookingPage } from './BookingPage';
import { ErrorBoundary } from './ErrorBoundary';
import './portal.css';

// The provider sends people back from their bank with what it knows in the address, which is nobody else's to read.
const returned = new URLSearchParams(location.search).get('payment_intent');
if (returned !== null) history.replaceState(null, '', location.pathname);
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <ErrorBoundary>
      <BookingPage token={location.pathname.replace(/^\/b\//, '').replace(/\/$/, '')} returned={returned} />
    </ErrorBoundary>,
  );
}
