/** What an embedded form tells the page around it: its height, and that a booking was made. */
import type { Booked } from './calls';

const RESIZE = 'marqueedesk:resize';
const BOOKED = 'marqueedesk:booking-complete';
const DELAY_MS = 300;

/** Facts about the booking that name nobody: all that may be said to a page we do not know. */
const IMPERSONAL = [
  'id',
  'status',
  'message',
  'size',
  'letterCount',
  'rentalDays',
  'deliveryDate',
  'pickupDate',
  'totalPrice',
  'deposit',
] as const;

interface Frame {
  readonly parent: Pick<Window, 'postMessage'>;
  /** Origin of the embedding page; null when the browser does not tell. */
  readonly origin: string | null;
  readonly widgetId: string | null;
}

/** The page around this one, or null when there is none. */
export function frameOf(self: Window, widgetId: string | null): Frame | null {
  if (self.parent === self) return null;
  let origin: string | null = null;
  try {
    const found = new URL(self.document.referrer).origin;
    origin = found === 'null' ? null : found;
  } catch {
    // No referrer: the embedding page asked for none.
  }
  return { parent: self.parent, origin, widgetId };
}

/** Tells the page around that a booking was made; without its origin, nothing of the customer. */
export function tellBooked(frame: Frame, booking: Booked): void {
  const data =
    frame.origin === null ? Object.fromEntries(IMPERSONAL.map((name) => [name, booking[name]])) : booking;
  frame.parent.postMessage({ type: BOOKED, widgetId: frame.widgetId, booking: data }, frame.origin ?? '*');
}

/**
 * Tells the page around the form's height: 300 ms after now, and 300 ms after each resize of the
 * window or of the content. Answers how to stop.
 */
export function tellHeight(frame: Frame, content: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    frame.parent.postMessage({ type: RESIZE, widgetId: frame.widgetId, height }, frame.origin ?? '*');
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(tell, DELAY_MS);
  };
  soon();
  const observer = new ResizeObserver(soon);
  observer.observe(content);
  window.addEventListener('resize', soon);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    window.removeEventListener('resize', soon);
  };
}
