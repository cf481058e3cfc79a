import { defineConfig } from 'vite';
import { ADDRESS_KEPT, NOT_IN_SEARCHES, pageHead } from './build/page-head';
import { here, preactPage } from './build/preact-page';
import { themeScript } from './build/theme-script';

/** The pages of an operator's customers, by link and without login: most people open one once. */
export default defineConfig(
  preactPage('portal', {
    publicDir: false,
    plugins: [pageHead([NOT_IN_SEARCHES, ADDRESS_KEPT]), themeScript()],
    build: {
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: ['quote', 'booking', 'share', 'waiting'].map((page) => here(`portal/${page}.html`)),
      },
    },
  }),
);
