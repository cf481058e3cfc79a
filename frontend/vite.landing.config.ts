import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress';
import { prerender } from './build/prerender';
import { themeScript } from './build/theme-script';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The landing page of visitors, which the server answers at "/" to who has no session. The same page as the app's,
 * written out in HTML and built on preact: it is read by people who have nothing of ours in their cache.
 */
export default defineConfig({
  root: here('./landing'),
  base: '/landing/',
  publicDir: false,
  plugins: [
    react(),
    tailwindcss(),
    themeScript(),
    prerender({
      page: here('./landing/Page.tsx'),
      source: here('./src'),
      links: here('./landing/links.tsx'),
    }),
    precompress(),
  ],
  resolve: {
    alias: [
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react-dom$/, replacement: 'preact/compat' },
      { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react$/, replacement: 'preact/compat' },
      { find: /^react-router$/, replacement: here('./landing/links.tsx') },
      { find: 'react-style-singleton', replacement: here('./src/ui/dialog-styles.ts') },
      { find: '@', replacement: here('./src') },
    ],
  },
  build: {
    outDir: here('../marqueedesk/static/landing'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: { input: here('./landing/landing.html') },
  },
});
