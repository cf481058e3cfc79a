/** Entry of the page of a place on a waiting list: /w/{token}. */
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from './NightPage';
import { WaitingPage } from './WaitingPage';
import './portal.css';

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <ErrorBoundary>
      <WaitingPage token={location.pathname.replace(/^\/w\//, '').replace(/\/$/, '')} />
    </ErrorBoundary>,
  );
}
