import { defineConfig } from 'vite';
import { NOT_IN_SEARCHES, pageHead } from './build/page-head';
import { here, preactPage } from './build/preact-page';
import { themeScript } from './build/theme-script';

/** The crew's page: it opens on old phones, and without network by its service worker. */
export default defineConfig(
  preactPage('crew', {
    publicDir: false,
    plugins: [pageHead([NOT_IN_SEARCHES], ', viewport-fit=cover'), themeScript()],
    build: {
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { crew: here('crew/crew.html'), worker: here('crew/worker.ts') },
        output: {
          // The service worker's URL must stay the same when its content changes, so its name has no hash.
          entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        },
      },
    },
  }),
);
