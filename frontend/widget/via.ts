/**
 * The code of the partner whose link a visitor followed. It is remembered on this device for 30 days, so that a
 * booking on a later visit counts for the partner too; a newer link replaces it.
 */
const KEPT_MS = 30 * 86_400_000;

/** Code in the query, or else the remembered one; undefined without either. */
export function viaOf(operator: string, query: string): string | undefined {
  const name = `via.${operator}`;
  const code = new URLSearchParams(query).get('via')?.slice(0, 40);
  try {
    if (code) localStorage.setItem(name, `${Date.now()} ${code}`);
    const [at, kept] = localStorage.getItem(name)?.split(' ') ?? [];
    return Date.now() - Number(at) < KEPT_MS ? kept : undefined;
  } catch {
    // The browser blocks storage, for example in a sandboxed frame.
    return code || undefined;
  }
}
