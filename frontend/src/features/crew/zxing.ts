/**
 * Decodes codes with WebAssembly, for browsers without a BarcodeDetector. Loaded with the first scan that
 * needs it.
 */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import reader from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { ReadCodes } from './codes';

const WIDEST = 800;

/**
 * Create the decoder. Frames are limited to 800 pixels, which is enough for a label and fast on old phones.
 */
export function zxingReader(): ReadCodes {
  // Served from our own origin: the library would load it from another host.
  prepareZXingModule({ overrides: { locateFile: () => reader } });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, WIDEST / Math.max(1, video.videoWidth));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (context === null || canvas.width === 0 || canvas.height === 0) return [];
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    const results = await readBarcodes(picture, {
      formats: ['QRCode', 'Code128'],
      maxNumberOfSymbols: 4,
      tryHarder: true,
    });
    return results.filter(({ isValid }) => isValid).map(({ text }) => text);
  };
}
