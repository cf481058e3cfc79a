/** What an operator offers: the choices of the form. */
import type { components } from '@/api/schema';

type Schemas = components['schemas'];

/** A choice of the price list; `price` is in currency units, per letter or per day. */
export type PricedChoice = Schemas['RateOut'];
/** Everything a form needs to know of its operator. Days are ISO days in the operator's time zone. */
export type Offer = Schemas['FormOut'];
/** A venue as visitors may see it. */
export type VenueChoice = Schemas['PublicVenueOut'];

/** The size that a fresh form holds: the largest, in whichever order the business lists them. */
export function largestSize({ sizes }: Pick<Offer, 'sizes'>): string {
  return [...sizes].sort((one, other) => other.heightInches - one.heightInches)[0]?.code ?? '';
}

/** The finish of letters in a size: the wanted one where there is a choice that has it, else the first; empty without a choice. */
export function finishIn({ sizes }: Pick<Offer, 'sizes'>, size: string, wanted: string): string {
  const finishes = sizes.find(({ code }) => code === size)?.finishes ?? [];
  return finishes.some(({ code }) => code === wanted) ? wanted : (finishes[0]?.code ?? '');
}
