/** Reads codes in a camera's picture: with the browser's own detector, or else with WebAssembly. */

/** The codes that are in view now. */
export type ReadCodes = (video: HTMLVideoElement) => Promise<string[]>;

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ readonly rawValue: string }[]>;
}
interface DetectorKind {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

declare global {
  /** Not every browser has it, and TypeScript does not know it. */
  var BarcodeDetector: DetectorKind | undefined;
}

/** The reader of this browser. Throws where the WebAssembly one is needed and cannot be loaded. */
export async function codeReader(): Promise<ReadCodes> {
  const Kind = globalThis.BarcodeDetector;
  const known = await Kind?.getSupportedFormats().catch((): string[] => []);
  if (Kind !== undefined && known?.includes('qr_code')) {
    const detector = new Kind({ formats: known.filter((each) => each === 'qr_code' || each === 'code_128') });
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
  }
  return (await import('./zxing')).zxingReader();
}

const AGAIN_MS = 2000;

/** Tells codes that came into view from those that still are: a code counts again once it was away for two seconds. */
export function newlySeen(): (codes: readonly string[], now: number) => string[] {
  const lastSeen = new Map<string, number>();
  return (codes, now) => {
    const fresh = [...new Set(codes)].filter((code) => now - (lastSeen.get(code) ?? -AGAIN_MS) >= AGAIN_MS);
    for (const code of codes) lastSeen.set(code, now);
    return fresh;
  };
}
