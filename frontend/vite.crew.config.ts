import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress';
import { themeScript } from './build/theme-script';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The crew's page, on preact: it opens on old phones, and without network by its service worker. */
export default defineConfig({
  root: here('./crew'),
  base: '/crew/',
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
    outDir: here('../marqueedesk/static/crew'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      input: { crew: here('./crew/crew.html'), worker: here('./crew/worker.ts') },
      output: {
        // The browser looks for the worker at one address, whatever is in it.
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
