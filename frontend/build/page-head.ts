import type { Plugin } from 'vite';

/** What the application at "/" and the landing page that visitors read there have in common. */
export const SITE = [
  '<meta name="description" content="MarqueeDesk runs a marquee letter rental business: letters, venues, bookings and quotes in one place, and no letter promised twice." />',
  '<title>MarqueeDesk · Marquee letter rental management</title>',
];

/** For pages that are not for everybody. */
export const NOT_IN_SEARCHES = '<meta name="robots" content="noindex" />';

/** For pages whose address is a secret. */
export const ADDRESS_KEPT = '<meta name="referrer" content="no-referrer" />';

/**
 * Writes what the head of every page starts with; a page's own file has the rest.
 *
 * @param tags what the pages of this build have besides
 * @param viewport what the viewport of these pages has besides
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
