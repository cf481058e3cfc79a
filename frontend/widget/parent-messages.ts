/** Messages from an embedded form to the page around it, and submitting inside its sandbox. */
import type { Offer } from '@/booking-form/offer';
import { type Booked, isHeld } from './calls';

const RESIZE = 'marqueedesk:resize';
const BOOKED = 'marqueedesk:booking-';
const CLOSE = 'marqueedesk:close';
const DELAY_MS = 300;

/** Booking data that any script of the embedding page may read, so without contact details. */
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
  /** Origin of the embedding page; null if the browser does not reveal it. */
  readonly origin: string | null;
  readonly widgetId: string | null;
}

/** The embedding page, or null if there is none. */
export function frameOf(self: Window, widgetId: string | null): Frame | null {
  if (self.parent === self) return null;
  return { parent: self.parent, origin: originAround(self), widgetId };
}

function originAround(self: Window): string | null {
  // Firefox lacks ancestorOrigins, but has the referrer: the embedding page, unless the form has since
  // navigated within our site.
  const origin = self.location?.ancestorOrigins?.[0] ?? originOf(self.document.referrer);
  if (origin === null || origin === 'null') return null;
  return origin === self.location?.origin && !isOurs(self.parent) ? null : origin;
}

function originOf(address: string): string | null {
  try {
    return new URL(address).origin;
  } catch {
    // No referrer: the embedding page suppressed it.
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
 * Post a booking to the embedding page: `booking-held` when its letters are held for payment, and
 * `booking-complete` when it is confirmed or waits for the business only. Contact details are included only if
 * the business has enabled that, and never for a page of unknown origin.
 */
export function tellBooked(
  frame: Frame,
  booking: Booked,
  { currency, shareContact }: Pick<Offer, 'currency' | 'shareContact'>,
): void {
  const held = isHeld(booking);
  // Sent when the hold began.
  if (held && booking.resumed) return;
  const data = {
    ...factsOf(booking, currency),
    ...(held && { status: 'held' }),
    ...(shareContact && frame.origin !== null && contactOf(booking)),
  };
  frame.parent.postMessage(
    { type: BOOKED + (held ? 'held' : 'complete'), widgetId: frame.widgetId, booking: data },
    frame.origin ?? '*',
  );
}

/**
 * Post the form's height to the embedding page: 300 ms after now and after each resize of the window, and at
 * once when the content's height changes, so that it is never cut off. Returns a function that stops it.
 */
export function tellHeight(frame: Frame, content: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sentHeight = 0;
  const measure = () => Math.ceil(content.getBoundingClientRect().height);
  const tell = () => {
    sentHeight = measure();
    // Content in a hidden frame has no height.
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
  // Off-screen frames get no resize observations, but the page needs the height before it scrolls there.
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
 * Post an Escape that the form did not use to the embedding page, whose dialog does not receive key presses
 * from this frame. Returns a function that stops it.
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
 * Let the form submit in a sandboxed frame without `allow-forms`.
 *
 * There the browser drops a submission before it fires the submit event. The form sends by an API call and
 * never navigates, so pressing its button dispatches that event instead. Enter in a field presses the button,
 * too. Returns a function that stops it.
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
