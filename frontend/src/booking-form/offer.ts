/** The operator's offer: the choices of the form. */
import type { components } from '@/api/schema';

type Schemas = components['schemas'];

/** A choice of the price list; `price` is in currency units, per letter or per day. */
export type PricedChoice = Omit<Schemas['AddOnOut'], 'lights'>;
/** Everything about the operator that a form needs. Days are ISO days in the operator's time zone. */
export type Offer = Schemas['FormOut'];
/** A venue as shown to visitors. */
export type VenueChoice = Schemas['PublicVenueOut'];

/** Default size of a new form: the largest, regardless of the order in which the business lists them. */
export function largestSize({ sizes }: Pick<Offer, 'sizes'>): string {
  return [...sizes].sort((one, other) => other.heightInches - one.heightInches)[0]?.code ?? '';
}

/** Codes of the colors for which the customer enters which one it is. */
export const colorsToName = (colors: Offer['colors']): string[] =>
  colors.filter(({ asksWhich }) => asksWhich).map(({ code }) => code);

/** Finish of letters in a size: the preferred one if offered, else the first; empty if there is no choice. */
export function finishIn({ sizes }: Pick<Offer, 'sizes'>, size: string, finish: string): string {
  const finishes = sizes.find(({ code }) => code === size)?.finishes ?? [];
  return finishes.some(({ code }) => code === finish) ? finish : (finishes[0]?.code ?? '');
}
