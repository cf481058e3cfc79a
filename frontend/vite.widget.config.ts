import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The public booking form. It is React source built on preact, because it loads on other people's pages,
 * where react-dom alone would weigh more than everything else together.
 */
export default defineConfig({
  root: here('./widget'),
  base: '/widget/',
  plugins: [react(), tailwindcss(), precompress()],
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
    outDir: here('../marqueedesk/static/widget'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    // One stylesheet and nothing to preload: the helper for both would weigh more than it saves.
    cssCodeSplit: false,
    modulePreload: false,
    target: 'es2022',
    rolldownOptions: { input: here('./widget/widget.html') },
  },
  server: {
    port: 5175,
    proxy: { '/api': process.env.MARQUEEDESK_API ?? 'http://127.0.0.1:8000' },
  },
});
