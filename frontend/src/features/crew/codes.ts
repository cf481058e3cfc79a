/** Reads codes from the camera: with the browser's BarcodeDetector, or else with WebAssembly. */

/** Return the codes currently in view. */
export type ReadCodes = (video: HTMLVideoElement) => Promise<string[]>;

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ readonly rawValue: string }[]>;
}
interface DetectorKind {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

declare global {
  /** The browser's detector. Missing in some browsers and in TypeScript's types. */
  var BarcodeDetector: DetectorKind | undefined;
}

/** The decoder for this browser. Throws if the WebAssembly decoder is needed and cannot be loaded. */
export async function codeReader(): Promise<ReadCodes> {
  const Kind = globalThis.BarcodeDetector;
  const formats = await Kind?.getSupportedFormats().catch((): string[] => []);
  if (Kind !== undefined && formats?.includes('qr_code')) {
    const detector = new Kind({
      formats: formats.filter((each) => each === 'qr_code' || each === 'code_128'),
    });
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
  }
  return (await import('./zxing')).zxingReader();
}

const AGAIN_MS = 2000;

/**
 * Return a filter for codes that have newly appeared. A code counts again after it was out of view for two
 * seconds.
 */
export function newlySeen(): (codes: readonly string[], now: number) => string[] {
  const lastSeen = new Map<string, number>();
  return (codes, now) => {
    const fresh = [...new Set(codes)].filter((code) => now - (lastSeen.get(code) ?? -AGAIN_MS) >= AGAIN_MS);
    for (const code of codes) lastSeen.set(code, now);
    return fresh;
  };
}
