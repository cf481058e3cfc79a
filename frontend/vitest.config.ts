import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const shared = {
  restoreMocks: true,
  testTimeout: 30_000,
  // Rental days are calendar days. An unusual time zone exposes code that depends on the developer's own.
  env: { TZ: 'Pacific/Auckland', DEBUG_PRINT_LIMIT: '0' },
};

const page = {
  ...shared,
  environment: 'jsdom',
  environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
  // Waits may time out on a busy machine. `make test` lists tests that passed only on a retry.
  retry: Number(process.env.MARQUEEDESK_TEST_REPEAT ?? 0),
  setupFiles: ['./src/testing/setup.ts'],
};
// The payment provider's library caches the first provider object in a process, so these run on their own.
const ALONE = [
  'portal/BookingListPage.test.tsx',
  'portal/CardPart.test.tsx',
  'portal/GiftCardPage.test.tsx',
  'portal/PayPart.test.tsx',
  'portal/SharePage.test.tsx',
  'src/features/checkout/CheckoutPage.test.tsx',
  'widget/checkout.test.tsx',
];

/** Tests of plain functions run in Node; tests of components (*.test.tsx) run in jsdom, which starts more slowly. */
export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'plain',
          environment: 'node',
          // These tests have no side effects, so they share a process.
          isolate: false,
          include: ['{src,portal,crew,widget,embed}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...page,
          name: 'page',
          // Files share one process, because reloading the application for each file would take longer than most
          // of their tests. The setup file cleans up after each test.
          isolate: false,
          include: ['{src,portal,crew,widget,embed}/**/*.test.tsx'],
          exclude: ALONE,
        },
      },
      {
        extends: true,
        test: { ...page, name: 'page alone', include: ALONE },
      },
    ],
  },
});
