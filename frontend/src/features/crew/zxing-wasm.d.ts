/**
 * What is used of zxing-wasm. The package's own types need those of Emscripten's modules.
 */
declare module 'zxing-wasm/reader' {
  export function prepareZXingModule(options: {
    overrides: { locateFile: (path: string, prefix: string) => string };
  }): void;
  export function readBarcodes(
    picture: ImageData,
    options: { formats: string[]; maxNumberOfSymbols: number; tryHarder: boolean },
  ): Promise<{ isValid: boolean; text: string }[]>;
}

declare module 'zxing-wasm/reader/zxing_reader.wasm?url' {
  const address: string;
  // biome-ignore lint/style/noDefaultExport: the build tool makes it one.
  export default address;
}
