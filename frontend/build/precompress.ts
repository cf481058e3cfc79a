import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const zip = promisify(gzip);
const encodings = {
  '.br': promisify(brotliCompress),
  // Slowest setting, because each file is compressed once and served many times.
  '.gz': (content: Buffer) => zip(content, { level: constants.Z_BEST_COMPRESSION }),
};
/** Fonts are already compressed. */
const worthIt = /\.(js|css|svg|html|wasm)$/;

/** Write a .br and a .gz file beside each built file, for browsers that accept them. */
export function precompress(): Plugin {
  return {
    name: 'marqueedesk:precompress',
    async writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => worthIt.test(file))) {
        const file = join(dir, name);
        const content = await readFile(file);
        for (const [suffix, compress] of Object.entries(encodings)) {
          await writeFile(file + suffix, await compress(content));
        }
      }
    },
  };
}
