/**
 * /embed.js: embeds the public booking form in other sites.
 *
 * The script adds an inline form where the script is, if the script names an operator, and in every `<div
 * data-marqueedesk>`; any element with `data-marqueedesk-open` opens the form in a dialog. The API is
 * `window.MarqueeDesk`. A booking fires the event `booking-complete`, which bubbles up from the form's
 * element; one that awaits its payment fires `booking-held` first.
 *
 * It runs on unknown pages: it changes only what it has created, accepts messages only from its own frame,
 * and styles by properties, which no Content-Security-Policy forbids.
 */
import { formAddress, inPixels, isOn, type Options, onTopOf, sensibleHeight } from './options';

interface MarqueeDesk {
  /** Mount the form inline in an element, once per element. Returns null without an operator. */
  mount(element: HTMLElement, options?: Options): HTMLIFrameElement | null;
  /**
   * Open the form in a dialog; `opener` receives the booking event instead. Returns null without an operator.
   */
  open(options?: Options, opener?: HTMLElement): HTMLDialogElement | null;
}

declare global {
  interface Window {
    MarqueeDesk?: MarqueeDesk;
  }
}

const TITLE = 'Book your marquee letters';

/** The site's theme may style iframes, dialogs and buttons, even with !important. */
const firm = (declarations: string) => `${declarations.replaceAll(';', '!important;')}!important`;

// `currentScript` is null if a script loader runs this file; then find the script element by file name.
const script =
  (document.currentScript as HTMLScriptElement | null) ??
  document.querySelector<HTMLScriptElement>('script[src*="/embed.js"]');
const usual: Options = {
  via: new URLSearchParams(location.search).get('via') ?? undefined,
  ...script?.dataset,
};

/**
 * Create a frame with the form, which fires the booking event on `where`. Without an operator, logs an error
 * and returns null.
 */
function frameOf(own: Options, where: HTMLElement, dialog?: HTMLDialogElement): HTMLIFrameElement | null {
  const options = onTopOf(usual, own);
  const address = script && formAddress(script.src, options, Math.random().toString(36).slice(2));
  if (!address) {
    // biome-ignore lint/suspicious/noConsole: site developers look there.
    console.error('MarqueeDesk: invalid data-key');
    return null;
  }
  const frame = document.createElement('iframe');
  frame.title = TITLE;
  // Lets the form identify the embedding page even if that page suppresses referrers.
  frame.referrerPolicy = 'origin';
  // Wallets in the form's card form.
  frame.allow = 'payment';
  // Pages isolated by a Cross-Origin-Embedder-Policy only show frames without credentials.
  if (isOn(options.credentialless) || self.crossOriginIsolated) frame.setAttribute('credentialless', '');
  // Invalid lengths are ignored.
  const style = frame.style;
  style.cssText = firm('all:initial;border:0;display:block;width:100%;min-width:0;max-width:100%');
  const setHeight = (value: string) => style.setProperty('height', value, 'important');
  setHeight(dialog ? '100%' : '600px');
  if (!dialog) {
    frame.loading = 'lazy';
    style.setProperty('width', inPixels(options.width), 'important');
    setHeight(inPixels(options.height));
  }
  frame.src = address;

  /** Events fired, each with its booking's id. */
  const told = new Set<string>();
  const listen = ({ source, origin, data }: MessageEvent) => {
    // Stop listening while the iframe is removed. If it is inserted again, it reloads and listens again.
    if (!frame.isConnected) removeEventListener('message', listen);
    // An iframe inherits the sandbox of its page, and a sandboxed iframe has an opaque origin.
    else if (
      source === frame.contentWindow &&
      data &&
      (origin === 'null' || address.startsWith(`${origin}/`))
    ) {
      const { type, height, booking } = data;
      if (dialog) type === 'marqueedesk:close' && dialog.close();
      else if (type === 'marqueedesk:resize') setHeight(sensibleHeight(height));
      const event = /^marqueedesk:(booking-(held|complete))$/.exec(type)?.[1];
      if (event && booking && !told.has(event + booking.bookingId)) {
        told.add(event + booking.bookingId);
        where.dispatchEvent(new CustomEvent(event, { bubbles: true, detail: booking }));
        // The form got shorter, so the visitor may be scrolled past its end.
        if (frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
      }
    }
  };
  // A frame gets no event when the page around it scrolls, and keeps its button in the visible part.
  const scrolled = () => {
    if (frame.isConnected) frame.contentWindow?.postMessage({ type: 'marqueedesk:scrolled' }, '*');
    else removeEventListener('scroll', scrolled, true);
  };
  frame.onload = () => {
    addEventListener('message', listen);
    if (!dialog) addEventListener('scroll', scrolled, true);
  };
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
  // Full screen on a phone; on larger screens, a sheet over the darkened page.
  dialog.style.cssText = firm(
    'all:initial;display:block;position:fixed;inset:0;margin:auto;box-shadow:0 0 0 100vmax #0009;width:min(100%,980px);min-width:0;max-width:100%;height:min(100%,900px)',
  );
  const button = document.createElement('button');
  button.autofocus = true;
  button.setAttribute('aria-label', 'Close');
  button.textContent = '✕';
  button.style.cssText = firm(
    'all:initial;outline:revert;cursor:pointer;text-align:center;color:#fff;border-radius:50%;background:#15121f;height:44px;width:44px;right:8px;position:absolute;top:8px;font:18px sans-serif',
  );
  // A click on the backdrop also targets the dialog.
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
  // The browser traps the focus, closes on Escape, and restores the focus.
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
    // The opener may be a link, which can still be opened in a new tab.
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
