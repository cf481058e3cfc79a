/** Entry of the public landing page at "/": hydrates the prerendered page. */
import { hydrateRoot } from 'react-dom/client';
import { Page } from './Page';
import './landing.css';

const root = document.getElementById('root');
if (root !== null) {
  hydrateRoot(root, <Page />);
}
// If a visitor signs in and then navigates back, open the dashboard instead of the browser's cached page.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) {
    window.location.reload();
  }
});
