/** Entry of the crew's page: /crew. */
import { createRoot } from 'react-dom/client';
import { CrewPage } from '@/features/crew/CrewPage';
import '@/features/crew/crew.css';

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<CrewPage />);
// Without the service worker the page only works online.
void navigator.serviceWorker?.register('/crew-worker.js', { scope: '/crew' }).catch(() => undefined);
