import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress';
import { themeScript } from './build/theme-script';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The pages of an operator's customers, by link and without login, on preact: most people open one once. */
export default defineConfig({
  root: here('./portal'),
  base: '/portal/',
  publicDir: false,
  plugins: [react(), tailwindcss(), themeScript(), precompress()],
  resolve: {
    alias: [
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react-dom$/, replacement: 'preact/compat' },
      { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react$/, replacement: 'preact/compat' },
      { find: '@', replacement: here('./src') },
    ],
  },
  build: {
    outDir: here('../marqueedesk/static/portal'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      input: [here('./portal/quote.html'), here('./portal/booking.html'), here('./portal/waiting.html')],
    },
  },
});
