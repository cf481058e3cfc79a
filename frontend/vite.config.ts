import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildTag } from './build/build-tag';
import { files } from './build/files';
import { pageHead, SITE } from './build/page-head';
import { precompress } from './build/precompress';
import { themeScript } from './build/theme-script';

/** The operators' application: everything except the public booking form, which has a build of its own. */
export default defineConfig({
  base: '/',
  plugins: [react(), tailwindcss(), pageHead([...SITE, buildTag()]), themeScript(), precompress()],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      'react-style-singleton': fileURLToPath(new URL('./src/ui/dialog-styles.ts', import.meta.url)),
    },
  },
  build: {
    outDir: fileURLToPath(new URL('../marqueedesk/static/app', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    // Don't inline assets: the Content-Security-Policy would have to allow data URLs for fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      input: {
        index: fileURLToPath(new URL('./index.html', import.meta.url)),
        worker: fileURLToPath(new URL('./src/live/worker.ts', import.meta.url)),
      },
      output: {
        // The service worker's URL must stay the same when its content changes, so its name has no hash.
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: files.map((file) => ({ ...file, includeDependenciesRecursively: false })),
        },
      },
    },
  },
  server: {
    port: 5170,
    proxy: { '/api': process.env.MARQUEEDESK_API ?? 'http://127.0.0.1:8000' },
  },
});
