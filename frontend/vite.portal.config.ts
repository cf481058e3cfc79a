import { defineConfig } from 'vite';
import { ADDRESS_KEPT, NOT_IN_SEARCHES, pageHead } from './build/page-head';
import { preactPage } from './build/preact-page';
import { scriptPages } from './build/script-pages';
import { themeScript } from './build/theme-script';

/**
 * Modules that go into one file with everything they import. Divided by which pages use them, they would
 * compress worse.
 */
const EVERY_PAGE = /portal[\\/](Details|LinkPage|open-by-link)\.tsx$|public-call\.ts$/;

/** Build of the customer pages, which open by link without sign-in. Most visitors open only one, once. */
export default defineConfig(
  preactPage('portal', {
    publicDir: false,
    plugins: [
      scriptPages('portal', {
        quote: 'Your Quote',
        booking: 'Your Booking',
        bookings: 'Your Bookings',
        share: 'Your Share',
        waiting: 'Your Place on the Waiting List',
        unfinished: 'Your Form',
        stop: 'Stop Emails',
        review: 'Your Review',
        contract: 'Your Contract',
        verify: 'Verify a Contract',
        'gift-card': 'Gift Cards',
      }),
      pageHead([NOT_IN_SEARCHES, ADDRESS_KEPT]),
      themeScript(),
    ],
    build: {
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'every-page', test: EVERY_PAGE }] } } },
    },
  }),
);
