import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer, type IndexHtmlTransformContext, type Plugin } from 'vite';

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

interface Options {
  /** The module that exports `Page`. */
  page: string;
  /** What "@" stands for. */
  source: string;
  /** Stands in for react-router. */
  links: string;
}

/**
 * Writes the page as it first looks into #root, with its style sheet, so that it can be read as soon as the file is
 * there and before any script has come.
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
          // React puts hints for its pictures in front, which belong into the head and are not needed.
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

/** The page with its style sheet inside, which spares the browser a way to the server before it can draw. */
function withStyle(html: string, bundle: Bundle): string {
  return html.replace(/<link rel="stylesheet"[^>]*href="[^"]*\/([^"/]+)">/, (_, name: string) => {
    const [, sheet] = Object.entries(bundle).find(([file]) => file.endsWith(name)) ?? [];
    if (sheet?.type !== 'asset') {
      throw new Error(`The style sheet ${name} is missing from the bundle.`);
    }
    return `<style>${sheet.source}</style>`;
  });
}
