/** The server may find fault with one of the ZIP codes: then the error belongs to a place in the list. */
export function zipFault(fault: unknown): string | undefined {
  if (typeof fault !== 'object' || fault === null) return undefined;
  if ('message' in fault && typeof fault.message === 'string') return fault.message;
  return Object.values(fault).map(zipFault).find(Boolean);
}
