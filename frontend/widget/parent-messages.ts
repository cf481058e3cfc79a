/** How an embedded form gets on with the page around it: what it tells it, and how it sends from its sandbox. */
import type { Offer } from '@/booking-form/offer';
import type { Booked } from './calls';

const RESIZE = 'marqueedesk:resize';
const BOOKED = 'marqueedesk:booking-complete';
const CLOSE = 'marqueedesk:close';
const DELAY_MS = 300;

/** What every script of the embedding page may read: it names nobody. */
function factsOf(booking: Booked, currency: string) {
  const { id, number, status, message, totalPrice, deliveryDate, pickupDate } = booking;
  const [delivery, pickup] = [deliveryDate, pickupDate].map((moment) => moment.slice(0, 10));
  return {
    bookingId: id,
    number,
    totalPrice,
    currency,
    message,
    deliveryDate: delivery,
    pickupDate: pickup,
    status,
  };
}

const contactOf = ({ customerName, customerEmail, customerPhone }: Booked) => ({
  customerName,
  customerEmail,
  customerPhone,
});

interface Frame {
  readonly parent: Pick<Window, 'postMessage'>;
  /** Origin of the embedding page; null when the browser does not tell. */
  readonly origin: string | null;
  readonly widgetId: string | null;
}

/** The page around this one, or null when there is none. */
export function frameOf(self: Window, widgetId: string | null): Frame | null {
  if (self.parent === self) return null;
  return { parent: self.parent, origin: originAround(self), widgetId };
}

function originAround(self: Window): string | null {
  // Firefox does not know ancestorOrigins, and has the referrer: the page that put the form here, unless the form
  // has since gone from one address of ours to another.
  const origin = self.location?.ancestorOrigins?.[0] ?? originOf(self.document.referrer);
  if (origin === null || origin === 'null') return null;
  return origin === self.location?.origin && !isOurs(self.parent) ? null : origin;
}

function originOf(address: string): string | null {
  try {
    return new URL(address).origin;
  } catch {
    // No referrer: the embedding page asked for none.
    return null;
  }
}

function isOurs(page: Window): boolean {
  try {
    return page.location.href !== '';
  } catch {
    return false;
  }
}

/**
 * Tells the page around that a booking was made. The customer's contact details are sent only if the business
 * has switched that on, and never to a page of unknown origin.
 */
export function tellBooked(
  frame: Frame,
  booking: Booked,
  { currency, shareContact }: Pick<Offer, 'currency' | 'shareContact'>,
): void {
  const contact = shareContact && frame.origin !== null ? contactOf(booking) : {};
  const data = { ...factsOf(booking, currency), ...contact };
  frame.parent.postMessage({ type: BOOKED, widgetId: frame.widgetId, booking: data }, frame.origin ?? '*');
}

/**
 * Tells the page around the form's height: 300 ms after now and after each resize of the window, and at once
 * whenever the content has another height, so that it is never cut off. Answers how to stop.
 */
export function tellHeight(frame: Frame, content: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sentHeight = 0;
  const measure = () => Math.ceil(content.getBoundingClientRect().height);
  const tell = () => {
    sentHeight = measure();
    // Nothing has a height in a page that keeps the frame hidden.
    if (sentHeight === 0) return;
    frame.parent.postMessage(
      { type: RESIZE, widgetId: frame.widgetId, height: sentHeight },
      frame.origin ?? '*',
    );
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(tell, DELAY_MS);
  };
  soon();
  const follow = () => {
    if (measure() !== sentHeight) tell();
  };
  const observer = new ResizeObserver(follow);
  observer.observe(content);
  // Off the screen no resize is observed, and the page around wants to make room before it is scrolled there.
  let settled: typeof timer;
  const drawn = new MutationObserver(() => {
    clearTimeout(settled);
    settled = setTimeout(follow, DELAY_MS);
  });
  drawn.observe(content, { childList: true, subtree: true });
  window.addEventListener('resize', soon);
  return () => {
    clearTimeout(timer);
    clearTimeout(settled);
    observer.disconnect();
    drawn.disconnect();
    window.removeEventListener('resize', soon);
  };
}

/**
 * Tells the page around of an Escape that nothing in the form has used: its dialog cannot hear keys that are pressed
 * in here. Answers how to stop.
 */
export function tellEscape(frame: Frame, page: Document): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    frame.parent.postMessage({ type: CLOSE, widgetId: frame.widgetId }, frame.origin ?? '*');
  };
  page.addEventListener('keydown', onKey);
  return () => page.removeEventListener('keydown', onKey);
}

/**
 * Lets the form be sent from a frame that its page keeps in a sandbox without `allow-forms`.
 *
 * There the browser drops a submission before it tells the page of it. The form never submits to an address, it
 * sends by a call; so a press of its button is turned into the event that would have come. Enter in a field presses the
 * button too. Answers how to stop.
 */
export function submitInSandboxes(page: Document): () => void {
  const onClick = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button?.type !== 'submit' || button.form === null || event.defaultPrevented) return;
    event.preventDefault();
    const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: button });
    button.form.dispatchEvent(submit);
  };
  page.addEventListener('click', onClick);
  return () => page.removeEventListener('click', onClick);
}
