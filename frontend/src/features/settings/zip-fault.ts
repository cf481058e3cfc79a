/** The server may find fault with one of the ZIP codes: then the error belongs to a place in the list. */
export function zipFault(fault: unknown): string | undefined {
  if (typeof fault !== 'object' || fault === null) return undefined;
  if ('message' in fault && typeof fault.message === 'string') return fault.message;
  return Object.values(fault).map(zipFault).find(Boolean);
}

const FEW = 6;

/** ZIP codes as a row of a list has room for them: the first few, and how many more there are. */
export function zipCodesInShort(codes: readonly string[]): string {
  const first = codes.slice(0, FEW).join(', ');
  return codes.length > FEW ? `${first} and ${codes.length - FEW} more` : first;
}
