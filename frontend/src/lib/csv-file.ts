/**
 * The text of a CSV file, whatever a spreadsheet saved it as: UTF-8, UTF-16 with or without its mark, or Windows-1252.
 */
export function decodeCsv(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  }
  // Every other byte of Western text in UTF-16 is zero.
  if (second === 0 || first === 0) {
    return new TextDecoder(second === 0 ? 'utf-16le' : 'utf-16be').decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: Excel on Windows saves plain "CSV" like this.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The text of a chosen CSV file. */
export async function textOfCsv(file: Blob): Promise<string> {
  return decodeCsv(new Uint8Array(await file.arrayBuffer()));
}
