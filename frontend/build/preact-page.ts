import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Alias, PluginOption, UserConfig } from 'vite';
import { precompress } from './precompress';

/** Absolute path of a file or folder below `frontend`. */
export const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/**
 * Build a page from React source with preact, because react-dom alone would outweigh everything else
 * together.
 *
 * @param name its folder, and the first part of its files' addresses @param alias replacements of modules
 * other than React's own
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
