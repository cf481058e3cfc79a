/** Idempotency key of a filled form, so that a repeated request does not create a second booking. */

/** Create a key. Pages served without HTTPS have no randomUUID, but they do have random bytes. */
export function newKey(
  source: Pick<Crypto, 'getRandomValues'> & Partial<Pick<Crypto, 'randomUUID'>> = crypto,
): string {
  if (typeof source.randomUUID === 'function') return source.randomUUID();
  const bytes = source.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
