import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer, type IndexHtmlTransformContext, type Plugin } from 'vite';

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

interface Options {
  /** The module that exports `Page`. */
  page: string;
  /** Folder behind the "@" alias. */
  source: string;
  /** Replacement of react-router. */
  links: string;
}

/**
 * Render the page's initial state into #root, with its style sheet inlined, so that it is readable before any
 * script has loaded.
 */
export function prerender({ page, source, links }: Options): Plugin {
  return {
    name: 'marqueedesk:prerender',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const server = await createServer({
          configFile: false,
          appType: 'custom',
          logLevel: 'error',
          server: { middlewareMode: true, hmr: false, ws: false, watch: null },
          optimizeDeps: { noDiscovery: true },
          resolve: {
            alias: [
              { find: /^react-router$/, replacement: links },
              { find: '@', replacement: source },
            ],
          },
        });
        try {
          const { Page } = await server.ssrLoadModule(page);
          // Drop the image preload hints that React emits before the markup: they belong in the head and aren't needed.
          const drawn = renderToStaticMarkup(createElement(Page)).replace(
            /^(<link rel="preload"[^>]*>)+/,
            '',
          );
          return withStyle(html, bundle).replace(
            '<div id="root"></div>',
            () => `<div id="root">${drawn}</div>`,
          );
        } finally {
          await server.close();
        }
      },
    },
  };
}

/** Inline the style sheet, which saves a request before the first paint. */
function withStyle(html: string, bundle: Bundle): string {
  return html.replace(/<link rel="stylesheet"[^>]*href="[^"]*\/([^"/]+)">/, (_, name: string) => {
    const [, sheet] = Object.entries(bundle).find(([file]) => file.endsWith(name)) ?? [];
    if (sheet?.type !== 'asset') {
      throw new Error(`The style sheet ${name} is missing from the bundle.`);
    }
    return `<style>${sheet.source}</style>`;
  });
}
