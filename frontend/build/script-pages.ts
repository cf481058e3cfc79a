import type { Plugin } from 'vite';
import { here } from './preact-page';

/**
 * Pages that differ only in their title and their script `{name}-main.tsx`. Each is built as if it had an
 * HTML file.
 *
 * @param titles page titles by name
 */
export function scriptPages(folder: string, titles: Readonly<Record<string, string>>): Plugin {
  const pages = new Map(
    Object.entries(titles).map(([name, title]) => [here(`${folder}/${name}.html`), written(name, title)]),
  );
  return {
    name: 'marqueedesk:script-pages',
    enforce: 'pre',
    config: () => ({ build: { rolldownOptions: { input: [...pages.keys()] } } }),
    resolveId: (id) => (pages.has(id) ? id : null),
    load: (id) => pages.get(id) ?? null,
  };
}

const written = (name: string, title: string) => `<!doctype html>
<html lang="en">
  <head>
    <title>${title}</title>
  </head>
  <body>
    <div id="root"></div>
    <noscript>This page needs JavaScript.</noscript>
    <script type="module" src="./${name}-main.tsx"></script>
  </body>
</html>
`;
