/** Decode a CSV file saved by a spreadsheet as UTF-8, UTF-16 (with or without a BOM) or Windows-1252. */
export function decodeCsv(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  }
  // In UTF-16, every other byte of Western text is zero.
  if (second === 0 || first === 0) {
    return new TextDecoder(second === 0 ? 'utf-16le' : 'utf-16be').decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: Excel on Windows saves "CSV" as Windows-1252.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Read and decode a selected CSV file. */
export async function textOfCsv(file: Blob): Promise<string> {
  return decodeCsv(new Uint8Array(await file.arrayBuffer()));
}
