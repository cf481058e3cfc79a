/**
 * /embed.js: puts the public booking form into other people's pages.
 *
 * The script adds an inline form where the script is, if the script names an operator, and in every
 * `<div data-marqueedesk>`; any element with `data-marqueedesk-open` opens the form in a dialog. The rest is
 * `window.MarqueeDesk`. A booking fires the event `booking-complete`, which bubbles up from the form's place.
 *
 * It runs on pages that nobody here has seen: it changes only what it has created, believes a message only
 * when it comes from its own frame, and styles by properties, which no Content-Security-Policy forbids.
 */
import { formAddress, inPixels, type Options, onTopOf, sensibleHeight } from './options';

interface MarqueeDesk {
  /** The form inline, in an element; once in each, however often it is called. Null without an operator. */
  mount(element: HTMLElement, options?: Options): HTMLIFrameElement | null;
  /** The form in a dialog; `opener` gets the event of a booking instead. Null without an operator. */
  open(options?: Options, opener?: HTMLElement): HTMLDialogElement | null;
}

declare global {
  interface Window {
    MarqueeDesk?: MarqueeDesk;
  }
}

const TITLE = 'Book your marquee letters';

// A loader may have evaluated this without an element of its own: then it is the one with our name.
const script =
  (document.currentScript as HTMLScriptElement | null) ??
  document.querySelector<HTMLScriptElement>('script[src*="/embed.js"]');
const usual: Options = { ...script?.dataset };

/**
 * A frame with the form, which fires the event of a booking on `where`. Without an operator it returns null
 * and tells the developer in the console.
 */
function frameOf(own: Options, where: HTMLElement, dialog?: HTMLDialogElement): HTMLIFrameElement | null {
  const options = onTopOf(usual, own);
  const address = script && formAddress(script.src, options, Math.random().toString(36).slice(2));
  if (!address) {
    // biome-ignore lint/suspicious/noConsole: whoever builds the page looks there when nothing shows.
    console.error('MarqueeDesk: invalid data-key');
    return null;
  }
  const frame = document.createElement('iframe');
  frame.title = TITLE;
  // Pages that send no referrer with their links still tell the form whom it may answer.
  frame.referrerPolicy = 'origin';
  // A value that is not a length is ignored.
  const style = frame.style;
  // Themes have rules of their own for frames, some of them marked as important.
  style.cssText =
    'width:100%!important;border:0;max-height:none!important;max-width:100%!important;min-width:0!important;min-height:0!important;display:block';
  const setHeight = (value: string) => style.setProperty('height', value, 'important');
  setHeight(dialog ? '100%' : '600px');
  if (!dialog) {
    frame.loading = 'lazy';
    style.setProperty('width', inPixels(options.width), 'important');
    setHeight(inPixels(options.height));
  }
  frame.src = address;

  let last: unknown;
  const listen = ({ source, origin, data }: MessageEvent) => {
    // Taken out of the page: it listens again when it is put back, since it then loads again.
    if (!frame.isConnected) removeEventListener('message', listen);
    // A page in a sandbox hands its sandbox on, and a frame in one has no origin.
    else if (
      source === frame.contentWindow &&
      data &&
      (origin === 'null' || address.startsWith(`${origin}/`))
    ) {
      const { type, height, booking } = data;
      if (dialog) type === 'marqueedesk:close' && dialog.close();
      else if (type === 'marqueedesk:resize') setHeight(sensibleHeight(height));
      if (type === 'marqueedesk:booking-complete' && booking && booking.bookingId !== last) {
        last = booking.bookingId;
        where.dispatchEvent(new CustomEvent('booking-complete', { bubbles: true, detail: booking }));
        // The form is short now, and the person who sent it is looking at where its end was.
        if (frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
      }
    }
  };
  frame.onload = () => addEventListener('message', listen);
  return frame;
}

function mount(element: HTMLElement, options?: Options): HTMLIFrameElement | null {
  const there = element.querySelector('iframe');
  if (there) return there;
  const frame = frameOf({ ...element.dataset, ...options }, element);
  if (frame) element.append(frame);
  return frame;
}

function open(options: Options = {}, opener?: HTMLElement): HTMLDialogElement | null {
  const dialog = document.createElement('dialog');
  const frame = frameOf(options, opener ?? dialog, dialog);
  if (!frame) return null;
  dialog.setAttribute('aria-label', TITLE);
  // The whole screen of a phone; on a larger one, a sheet over the darkened page.
  dialog.style.cssText =
    'padding:0;border:0;max-height:100%;box-shadow:0 0 0 100vmax #0009;max-width:100%!important;min-width:0!important;width:min(100%,980px)!important;height:min(100%,900px)';
  const button = document.createElement('button');
  button.autofocus = true;
  button.setAttribute('aria-label', 'Close');
  button.textContent = '✕';
  button.style.cssText =
    'color:#fff;border-radius:50%;background:#15121f;height:44px;width:44px;right:8px;position:absolute;top:8px;font:18px sans-serif';
  // A click on the darkened area around the dialog also counts as a click on the dialog.
  dialog.onclick = ({ target }) => (target === dialog || target === button) && dialog.close();
  const style = document.documentElement.style;
  const overflow = style.overflow;
  style.overflow = 'hidden';
  dialog.onclose = () => {
    style.overflow = overflow;
    dialog.remove();
  };
  dialog.append(button, frame);
  document.body.append(dialog);
  // The browser keeps the focus inside, closes on Escape, and gives the focus back.
  dialog.showModal();
  return dialog;
}

function scan(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-marqueedesk]')) mount(element);
}

if (!window.MarqueeDesk) {
  window.MarqueeDesk = { mount, open };
  addEventListener('click', (event) => {
    const opener = (event.target as Element).closest<HTMLElement>('[data-marqueedesk-open]');
    // A link may be one: opened in a tab of its own, it is still a link.
    if (!opener || event.ctrlKey || event.metaKey) return;
    if (open(opener.dataset, opener)) event.preventDefault();
  });
}
if (script && (usual.key || usual.userId) && !script.closest('head')) {
  const place = document.createElement('div');
  script.after(place);
  mount(place);
}
scan();
addEventListener('DOMContentLoaded', scan);
