import { defineConfig } from 'vite';
import { pageHead } from './build/page-head';
import { here, preactPage } from './build/preact-page';

/** The public booking form: it loads on other people's pages. */
export default defineConfig(
  preactPage('widget', {
    plugins: [pageHead()],
    build: {
      // With one stylesheet and nothing to preload, Vite's preload helper would add more weight than it saves.
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
