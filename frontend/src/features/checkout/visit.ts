import { newKey } from '@/booking-form/idempotency';

/**
 * The key of a payment that was begun in this tab. A reload, the way back from a bank and the browser's Back all find
 * the payment that was begun, so that nobody pays a second one by mistake.
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
    // Storage may be closed to us: then the key lasts as long as the page.
  }
}

/** The key of the payment of that name; `again`: it was begun before. */
export function openVisit(name: string): { key: string; again: boolean } {
  const known = begun.get(name) ?? read(name);
  const key = known ?? newKey();
  begun.set(name, key);
  write(name, key);
  return { key, again: known !== null };
}

/** The payment of that name is done: the next one is another. */
export function endVisit(name: string): void {
  begun.delete(name);
  write(name, null);
}
