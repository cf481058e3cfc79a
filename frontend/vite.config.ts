import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress';
import { themeScript } from './build/theme-script';

const packages = [
  'react/',
  'react-dom/',
  'react-router/',
  'scheduler/',
  '@tanstack',
  '@radix-ui/react-slot',
  '@radix-ui/react-compose-refs',
  'class-variance-authority',
  'clsx',
  'lucide-react/dist/esm/[A-Za-z]+\\.',
  'lucide-react/dist/esm/shared',
  'openapi-fetch',
  'tailwind-merge',
];
const frameworks = new RegExp(`/node_modules/(${packages.join('|')})`);
/** What the first screen takes of ours, besides its own page: apart, each part would pack worse and be asked for. */
const base = [
  'api/(client|errors|read|user|bookings|email-status)\\.',
  'lib/(cn|dates|rights|day-order|money|months|words|booking-status|site-name)\\.',
  'ui/(Alert|Badge|Button|Card|EmptyState|LoadError|PageHeader)\\.',
];
const ours = new RegExp(`/src/(${base.join('|')})|vite/preload-helper`);

/** The operators' application: everything except the public booking form, which has a build of its own. */
export default defineConfig({
  base: '/',
  plugins: [react(), tailwindcss(), themeScript(), precompress()],
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
    // Data URLs for fonts and scripts would need holes in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // What every page is made of comes in one file: it packs better than in parts, and a release of ours leaves it as
    // browsers have it already.
    rolldownOptions: {
      input: {
        index: fileURLToPath(new URL('./index.html', import.meta.url)),
        worker: fileURLToPath(new URL('./src/live/worker.ts', import.meta.url)),
      },
      output: {
        // The browser looks for the worker at one address, whatever is in it.
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            { name: 'frameworks', test: frameworks, includeDependenciesRecursively: false },
            { name: 'base', test: ours, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    port: 5170,
    proxy: { '/api': process.env.MARQUEEDESK_API ?? 'http://127.0.0.1:8000' },
  },
});
