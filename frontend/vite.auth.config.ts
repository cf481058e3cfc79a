import { defineConfig } from 'vite';
import { pageHead, SITE } from './build/page-head';
import { here, preactPage } from './build/preact-page';
import { themeScript } from './build/theme-script';

/** Modules that go into one file with everything they import: apart, they would compress worse. */
const EVERY_PAGE =
  /ui[\\/](FormField|FailureAlert|Toaster)\.tsx$|features[\\/]auth[\\/]AuthFrame\.tsx$|api[\\/](user\.tsx|query-client\.ts)$|useServerForm\.ts$/;

/**
 * The pages for signing in, registering, and links from account emails. The same pages as the app's, built on
 * preact and without its router: most people open them with nothing of ours in their cache.
 */
export default defineConfig(
  preactPage('auth', {
    publicDir: false,
    plugins: [pageHead(SITE), themeScript()],
    alias: [{ find: /^react-router$/, replacement: here('auth/routing.tsx') }],
    build: {
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: here('auth/auth.html'),
        output: { codeSplitting: { groups: [{ name: 'every-page', test: EVERY_PAGE }] } },
      },
    },
  }),
);
