import { capitalised } from './words';

/** "Visa ending in 4242", or less where less is known of it: "Link", "Card". */
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

/** When a card expires; nothing where that is not known. */
interface Expiring {
  expMonth?: number | null;
  expYear?: number | null;
}

/** "12/2040": the last month in which a card can be charged; null where it is not known. */
export function cardExpiry({ expMonth, expYear }: Expiring): string | null {
  return expMonth && expYear ? `${String(expMonth).padStart(2, '0')}/${expYear}` : null;
}

/** Whether a card's last month is over on a day ("2027-06-01"). */
export function hasExpired({ expMonth, expYear }: Expiring, day: string): boolean {
  return expMonth && expYear ? `${expYear}-${String(expMonth).padStart(2, '0')}` < day.slice(0, 7) : false;
}
