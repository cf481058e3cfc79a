import { defineConfig } from 'vite';
import { pageHead } from './build/page-head';
import { here, preactPage } from './build/preact-page';

/** The public booking form: it loads on other people's pages. */
export default defineConfig(
  preactPage('widget', {
    plugins: [pageHead()],
    build: {
      // One stylesheet and nothing to preload: the helper for both would weigh more than it saves.
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: { input: here('widget/widget.html') },
    },
    server: {
      port: 5175,
      proxy: { '/api': process.env.MARQUEEDESK_API ?? 'http://127.0.0.1:8000' },
    },
  }),
);
