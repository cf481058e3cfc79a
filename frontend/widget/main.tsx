/** Entry of the public booking form: /booking for visitors, /booking-widget and /embed. */
import { createRoot } from 'react-dom/client';
import type { Offer } from '@/booking-form/offer';
import { formatMoney } from '@/lib/money';
import { App } from './App';
import type { Booked } from './calls';
import { ErrorBoundary } from './ErrorBoundary';
import { readParams } from './params';
import { frameOf, submitInSandboxes, tellBooked, tellEscape, tellHeight } from './parent-messages';
import { applyColour } from './primary';
import { queueRender } from './useRenderTurn';
import './widget.css';

const params = readParams(location.pathname, location.search);
const root = document.getElementById('root');
if (root) {
  const frame = frameOf(window, params.widgetId);
  if (params.embedded || frame) document.documentElement.dataset.embedded = '';
  if (frame) {
    tellHeight(frame, root);
    tellEscape(frame, document);
    submitInSandboxes(document);
  }
  const onBooked = (booking: Booked, offer: Offer) => {
    if (frame) tellBooked(frame, booking, offer);
  };
  // Evaluating this script already took a task, so render in a new one.
  queueRender(() =>
    createRoot(root).render(
      <ErrorBoundary>
        <App params={params} onBooked={onBooked} />
      </ErrorBoundary>,
    ),
  );
  // Done while the operator's offer loads: nothing shows the color until then, and a browser's first price
  // formatting takes half as long as rendering the form.
  queueRender(() => applyColour(document.documentElement, params.primaryColor));
  queueRender(() => formatMoney(0));
}
