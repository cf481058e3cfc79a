/** Service worker of /crew: opens the page offline. The jobs themselves are in IndexedDB. */

interface Extendable extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const CACHE = 'crew-1';
const PAGE = '/crew';
/** Service worker globals, which the page's types (for a window) lack. */
declare const self: {
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', act: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', act: (event: Fetching) => void): void;
};

const filesIn = (text: string) => [
  ...new Set([...text.matchAll(/["'(](\/crew\/assets\/[^"')]+)["')]/g)].map(([, path]) => path ?? '')),
];

/** Cache the current page after everything that it loads. */
async function keep(response: Response): Promise<void> {
  const cache = await caches.open(CACHE);
  const paths = filesIn(await response.clone().text());
  for (const path of paths) {
    if ((await cache.match(path)) !== undefined) continue;
    const file = await fetch(path);
    if (!file.ok) return;
    const fonts = path.endsWith('.css') ? filesIn(await file.clone().text()) : [];
    await cache.put(path, file);
    // Most font files cover characters that never occur, so they are cached on first use.
    await cache.addAll(fonts.filter((font) => font.includes('inter-basic')));
  }
  await cache.put(PAGE, response);
}

async function fresh(): Promise<Response> {
  const response = await fetch(PAGE, { headers: { Accept: 'text/html' } });
  if (response.ok) await keep(response.clone());
  return response;
}

self.addEventListener('install', (event) => event.waitUntil(fresh().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method !== 'GET') return;
  if (event.request.mode === 'navigate' && pathname === PAGE) {
    // Serve the cached page immediately; an update takes effect on the next visit.
    const latest = fresh();
    event.waitUntil(latest.catch(() => undefined));
    event.respondWith(caches.match(PAGE).then((cached) => cached ?? latest));
  } else if (pathname.startsWith('/crew/assets/')) {
    event.respondWith(
      caches.match(event.request).then(async (cached) => {
        if (cached !== undefined) return cached;
        const file = await fetch(event.request);
        if (file.ok) await (await caches.open(CACHE)).put(event.request, file.clone());
        return file;
      }),
    );
  }
});

// A separate module, because its `self` differs from that of the pages.
export {};
