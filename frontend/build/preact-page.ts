import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Alias, PluginOption, UserConfig } from 'vite';
import { precompress } from './precompress';

/** A file or folder of the pages' sources, by its path below `frontend`. */
export const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/**
 * A page that is React source built on preact, where react-dom alone would weigh more than everything else together.
 *
 * @param name its folder, and the first part of the addresses of its files
 * @param alias what stands in for other modules than React's own
 */
export function preactPage(
  name: string,
  {
    build,
    plugins = [],
    alias = [],
    ...rest
  }: Omit<UserConfig, 'plugins' | 'resolve'> & { plugins?: PluginOption[]; alias?: Alias[] },
): UserConfig {
  return {
    root: here(name),
    base: `/${name}/`,
    plugins: [react(), tailwindcss(), ...plugins, precompress()],
    resolve: {
      alias: [
        { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
        { find: /^react-dom$/, replacement: 'preact/compat' },
        { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
        { find: /^react$/, replacement: 'preact/compat' },
        ...alias,
        { find: '@', replacement: here('src') },
      ],
    },
    build: {
      outDir: here(`../marqueedesk/static/${name}`),
      emptyOutDir: true,
      manifest: true,
      assetsInlineLimit: 0,
      target: 'es2022',
      ...build,
    },
    ...rest,
  };
}
