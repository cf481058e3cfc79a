import { defineConfig } from 'vite';
import { here } from './build/preact-page';
import { precompress } from './build/precompress';

/** The script that other people's pages load. One classic file under a name that never changes. */
export default defineConfig({
  root: here('embed'),
  publicDir: false,
  plugins: [precompress()],
  build: {
    outDir: here('../marqueedesk/static/embed'),
    emptyOutDir: true,
    // Supports older browsers than the form does: the embedding page must keep working where the form doesn't.
    target: 'es2020',
    rolldownOptions: {
      input: here('embed/embed.ts'),
      output: { format: 'iife', entryFileNames: 'embed.js' },
    },
  },
});
