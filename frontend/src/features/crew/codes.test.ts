import { afterEach, describe, expect, it, vi } from 'vitest';
import { codeReader, newlySeen } from './codes';

vi.mock('./zxing', () => ({ zxingReader: () => async () => ['by wasm'] }));

afterEach(() => vi.unstubAllGlobals());

const video = {} as HTMLVideoElement;

function detector(formats: string[]) {
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => formats;
      detect = async () => [{ rawValue: 'by the browser' }];
    },
  );
}

describe('scanned codes', () => {
  it('count once while in view, and again after they were out of view', () => {
    const fresh = newlySeen();
    expect(fresh(['E-1', 'E-1'], 0)).toEqual(['E-1']);
    expect(fresh(['E-1', 'V-1'], 1500)).toEqual(['V-1']);
    expect(fresh(['E-1'], 3000)).toEqual([]);
    expect(fresh(['E-1'], 5000)).toEqual(['E-1']);
  });

  it.each([
    [['qr_code', 'code_128'], 'by the browser'],
    [['ean_13'], 'by wasm'],
  ])('are read by the browser if supported', async (formats, expected) => {
    detector(formats);
    expect(await (await codeReader())(video)).toEqual([expected]);
  });

  it('are decoded with WebAssembly if the browser has no detector', async () => {
    expect(await (await codeReader())(video)).toEqual(['by wasm']);
  });
});
