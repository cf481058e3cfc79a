/** Entry of the public booking form: /booking for visitors, /booking-widget and /embed. */
import { createRoot } from 'react-dom/client';
import { App } from './App';
import type { Booked } from './calls';
import { ErrorBoundary } from './ErrorBoundary';
import { readParams } from './params';
import { frameOf, tellBooked, tellEscape, tellHeight } from './parent-messages';
import { applyColour } from './primary';
import { submitInSandboxes } from './sandbox';
import './widget.css';

const params = readParams(location.pathname, location.search);
applyColour(document.documentElement, params.primaryColor);

const root = document.getElementById('root');
if (root) {
  const frame = frameOf(window, params.widgetId);
  if (params.embedded || frame) document.documentElement.dataset.embedded = '';
  if (frame) {
    tellHeight(frame, root);
    tellEscape(frame, document);
    submitInSandboxes(document);
  }
  const onBooked = (booking: Booked) => {
    if (frame) tellBooked(frame, booking);
  };
  createRoot(root).render(
    <ErrorBoundary>
      <App params={params} onBooked={onBooked} />
    </ErrorBoundary>,
  );
}
