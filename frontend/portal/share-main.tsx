/** Entry of the page of a share of a booking's price: /s/{token}. */
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from './NightPage';
import { takeReturned } from './returned';
import { SharePage } from './SharePage';
import './portal.css';

const returned = takeReturned();
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <ErrorBoundary>
      <SharePage token={location.pathname.replace(/^\/s\//, '').replace(/\/$/, '')} returned={returned} />
    </ErrorBoundary>,
  );
}
