import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const source = new URL('../src/app/theme-init.js', import.meta.url);

/**
 * Insert the theme script as a blocking, content-hashed file.
 *
 * The chosen theme must be on <html> before the first paint, a module script runs after it, and inline
 * scripts are forbidden by the Content-Security-Policy.
 */
export function themeScript(): Plugin {
  let building = false;
  let base = '/';
  return {
    name: 'marqueedesk:theme-script',
    configResolved(config) {
      building = config.command === 'build';
      base = config.base;
    },
    buildStart() {
      if (building) {
        this.emitFile({ type: 'asset', name: 'theme.js', source: readFileSync(source, 'utf8') });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const built = Object.keys(context.bundle ?? {}).find((file) => /\/theme-[^/]+\.js$/.test(file));
        if (building && built === undefined) {
          throw new Error('The theme script is missing from the bundle.');
        }
        const src = built === undefined ? '/src/app/theme-init.js' : `${base}${built}`;
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }];
      },
    },
  };
}
