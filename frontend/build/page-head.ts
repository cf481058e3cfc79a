import type { Plugin } from 'vite';

/** Head tags shared by the application at "/" and the landing page that visitors get there. */
export const SITE = [
  '<meta name="description" content="MarqueeDesk runs a marquee letter rental business: letters, venues, bookings and quotes in one place, and no letter promised twice." />',
  '<title>MarqueeDesk · Marquee letter rental management</title>',
];

/** For pages that should not be indexed. */
export const NOT_IN_SEARCHES = '<meta name="robots" content="noindex" />';

/** For pages whose address is a secret. */
export const ADDRESS_KEPT = '<meta name="referrer" content="no-referrer" />';

/**
 * Write the common head of every page; a page's own file has the rest.
 *
 * @param tags additional tags of this build's pages @param viewport additional viewport settings
 */
export function pageHead(tags: string[] = [], viewport = ''): Plugin {
  const start = [
    '<head>',
    '<meta charset="utf-8" />',
    `<meta name="viewport" content="width=device-width, initial-scale=1${viewport}" />`,
    '<meta name="color-scheme" content="light dark" />',
    '<link vite-ignore rel="icon" href="/favicon.svg" type="image/svg+xml" />',
    ...tags,
  ].join('\n    ');
  return {
    name: 'marqueedesk:page-head',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace('<head>', start) },
  };
}
