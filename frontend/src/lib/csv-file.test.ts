import { expect, it } from 'vitest';
import { decodeCsv } from './csv-file';

const utf16 = (text: string, mark: readonly number[] = []) =>
  new Uint8Array([...mark, ...[...text].flatMap((c) => [c.charCodeAt(0), 0])]);

it.each([
  ['UTF-8', new TextEncoder().encode('Cañon City,1')],
  ['Windows-1252', new Uint8Array([0x43, 0x61, 0xf1, ...new TextEncoder().encode('on City,1')])],
  ['UTF-16', utf16('Cañon City,1', [0xff, 0xfe])],
  ['UTF-16 without a mark', utf16('Cañon City,1')],
])('reads a file that was saved as %s', (_, bytes) => {
  expect(decodeCsv(bytes)).toBe('Cañon City,1');
});
