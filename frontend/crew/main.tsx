/** Entry of the crew's page: /crew. */
import { createRoot } from 'react-dom/client';
import { CrewPage } from '@/features/crew/CrewPage';
import '@/features/crew/crew.css';

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<CrewPage />);
// Without it the page works as long as there is network.
void navigator.serviceWorker?.register('/crew-worker.js', { scope: '/crew' }).catch(() => undefined);
