/**
 * Puts text on the clipboard.
 *
 * Rejects where the browser refuses or has no clipboard (a page without https).
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard === undefined) {
    throw new Error('This browser has no clipboard for this page.');
  }
  await navigator.clipboard.writeText(text);
}
