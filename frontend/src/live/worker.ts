/**
 * Service worker of the application. An offline reload shows the page, which then reports that it is offline.
 * Caches only build files; never answers API calls or pages outside the application.
 */

interface Extendable extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
interface Told extends Extendable {
  readonly data: readonly string[];
}

const CACHE = 'app-1';
/** Cached page: every application path serves the same file. */
const PAGE = '/day';
/**
 * Paths the service worker ignores: pages with a separate build, and files. The browser requests an ignored page
 * twice, as preload and itself, so the callback, whose state works once, is answered here.
 */
const elsewhere = /^\/(api(?!\/books\/callback$)|booking-widget|embed|crew|q|b|w)(\/|$)|\.\w+$/;

/** Service worker globals, which the DOM types do not include. */
declare const self: {
  readonly location: Location;
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', act: (event: Extendable) => void): void;
  addEventListener(type: 'message', act: (event: Told) => void): void;
  addEventListener(type: 'fetch', act: (event: Fetching) => void): void;
};

const filesIn = (html: string) =>
  [...html.matchAll(/["'](\/assets\/[^"']+)["']/g)].map(([, path]) => path ?? '');

/** Cache the current release's page, after its entry files and the files in `used`. */
async function keep(used: readonly string[]): Promise<void> {
  const page = await fetch(PAGE, { headers: { Accept: 'text/html' } });
  if (!page.ok) return;
  const cache = await caches.open(CACHE);
  const before = await (await cache.match(PAGE))?.text();
  const html = await page.clone().text();
  const files = new Set([...filesIn(html), ...used]);
  for (const path of files) {
    if ((await cache.match(path)) !== undefined) continue;
    const file = await fetch(path);
    // An incomplete release is discarded; the previous one stays.
    if (!file.ok) return;
    await cache.put(path, file);
  }
  await cache.put(PAGE, page);
  if (before === html) return;
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== PAGE && !files.has(pathname)) await cache.delete(url);
  }
}

async function fresh({ request, preloadResponse }: Fetching): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    const kept = await caches.match(PAGE, { cacheName: CACHE });
    if (kept === undefined) throw error;
    return kept;
  }
}

self.addEventListener('install', (event) => event.waitUntil(keep([]).then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => {
  const preload = self.registration.navigationPreload?.enable();
  if (preload !== undefined) event.waitUntil(preload);
});
self.addEventListener('message', (event) => event.waitUntil(keep(event.data).catch(() => undefined)));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    // Leave the framed public form and customer pages to the browser.
    if (request.destination === 'document' && !elsewhere.test(pathname)) event.respondWith(fresh(event));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(
      caches.match(pathname, { cacheName: CACHE }).then((cached) => cached ?? fetch(request)),
    );
  }
});

// Makes this file a module, so its names do not clash with the crew's worker.
export {};
