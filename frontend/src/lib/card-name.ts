import { capitalised } from './words';

/** Card label such as "Visa ending in 4242", or "Link" or "Card" if less is known. */
export function cardName({
  kind,
  brand,
  last4,
}: {
  kind?: unknown;
  brand?: unknown;
  last4?: unknown;
}): string {
  const name = [brand, kind].find((word) => typeof word === 'string' && word !== '');
  const words = capitalised(typeof name === 'string' ? name : 'Card');
  return typeof last4 === 'string' ? `${words} ending in ${last4}` : words;
}

/** Card expiry; fields are absent if unknown. */
interface Expiring {
  expMonth?: number | null;
  expYear?: number | null;
}

/** Last valid month as "12/2040"; null if unknown. */
export function cardExpiry({ expMonth, expYear }: Expiring): string | null {
  return expMonth && expYear ? `${String(expMonth).padStart(2, '0')}/${expYear}` : null;
}

/** Whether a card has expired by a day ("2027-06-01"). */
export function hasExpired({ expMonth, expYear }: Expiring, day: string): boolean {
  return expMonth && expYear ? `${expYear}-${String(expMonth).padStart(2, '0')}` < day.slice(0, 7) : false;
}
