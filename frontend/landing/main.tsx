/** Entry of the landing page that visitors get at "/": the page is there already, this brings it to life. */
import { hydrateRoot } from 'react-dom/client';
import { Page } from './Page';
import './landing.css';

const root = document.getElementById('root');
if (root !== null) {
  hydrateRoot(root, <Page />);
}
// Somebody who has signed in meanwhile and goes back finds their dashboard, not the page that the browser has kept.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) {
    window.location.reload();
  }
});
