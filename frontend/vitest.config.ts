import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const shared = {
  restoreMocks: true,
  testTimeout: 30_000,
  // Rental days are calendar days: a zone far from the developers' own finds what depends on it.
  env: { TZ: 'Pacific/Auckland', DEBUG_PRINT_LIMIT: '0' },
};

const page = {
  ...shared,
  environment: 'jsdom',
  environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
  // On a busy machine a wait may end too soon; `make test` lists the tests that passed only when run again.
  retry: Number(process.env.MARQUEEDESK_TEST_REPEAT ?? 0),
  setupFiles: ['./src/testing/setup.ts'],
};
// The payment provider's library keeps the first provider that it has seen in its process.
const ALONE = ['portal/PayPart.test.tsx', 'src/features/checkout/CheckoutPage.test.tsx'];

/** Plain functions run in Node; what draws on a page (*.test.tsx) gets one, which takes longer to set up. */
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
