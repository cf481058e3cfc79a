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
