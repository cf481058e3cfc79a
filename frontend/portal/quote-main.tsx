/** Entry of a quote's page for its customer: /q/{token}. */
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from './NightPage';
import { QuotePage } from './QuotePage';
import './portal.css';

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <ErrorBoundary>
      <QuotePage token={location.pathname.replace(/^\/q\//, '').replace(/\/$/, '')} />
    </ErrorBoundary>,
  );
}
