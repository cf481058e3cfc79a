import { defineConfig } from 'vite';
import { pageHead, SITE } from './build/page-head';
import { here, preactPage } from './build/preact-page';
import { prerender } from './build/prerender';
import { themeScript } from './build/theme-script';

/**
 * The landing page of visitors, which the server answers at "/" to who has no session. The same page as the app's,
 * written out in HTML and built on preact: it is read by people who have nothing of ours in their cache.
 */
export default defineConfig(
  preactPage('landing', {
    publicDir: false,
    plugins: [
      pageHead(SITE),
      themeScript(),
      prerender({
        page: here('landing/Page.tsx'),
        source: here('src'),
        links: here('landing/links.tsx'),
      }),
    ],
    alias: [
      { find: /^react-router$/, replacement: here('landing/links.tsx') },
      { find: 'react-style-singleton', replacement: here('src/ui/dialog-styles.ts') },
    ],
    build: {
      modulePreload: { polyfill: false },
      rolldownOptions: { input: here('landing/landing.html') },
    },
  }),
);
