import { newKey } from '@/booking-form/idempotency';

/**
 * Idempotency keys of payments started in this tab. After a reload, a return from the bank or the browser's
 * Back button, the same payment continues, so that nothing is paid twice by mistake.
 */
const begun = new Map<string, string>();

const itemOf = (name: string) => `marqueedesk.checkout.${name}`;

function read(name: string): string | null {
  try {
    return window.sessionStorage.getItem(itemOf(name));
  } catch {
    return null;
  }
}

function write(name: string, key: string | null): void {
  try {
    if (key === null) window.sessionStorage.removeItem(itemOf(name));
    else window.sessionStorage.setItem(itemOf(name), key);
  } catch {
    // Storage may be unavailable: then the key lasts as long as the page.
  }
}

/** Return the idempotency key of a payment by its name. `again` means that it was started before. */
export function openVisit(name: string): { key: string; again: boolean } {
  const stored = begun.get(name) ?? read(name);
  const key = stored ?? newKey();
  begun.set(name, key);
  write(name, key);
  return { key, again: stored !== null };
}

/** Mark a payment as done: the next one with this name gets a new key. */
export function endVisit(name: string): void {
  begun.delete(name);
  write(name, null);
}
