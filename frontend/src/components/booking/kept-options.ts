/** Price list choices for editing a booking: chosen options no longer on the list can be kept. */
import type { PricedChoice } from '@/booking-form/offer';
import { type ChosenOption, marked } from '@/booking-form/option-names';

/** A row of the price list, or a chosen option that left the list and keeps its agreed price. */
export type Choice = Omit<PricedChoice, 'price'> & { readonly price: number | null };
export type Choices = { readonly [list in 'sizes' | 'colors' | 'addOns']: readonly Choice[] };

const listOf = { size: 'sizes', color: 'colors', addOn: 'addOns' } as const;

type Offered = Record<keyof Choices, readonly { code: string; label: string; price: number }[]>;

/** The choices of the price list, followed by chosen `options` that left it. */
export function withKept(offer: Offered, options: readonly ChosenOption[]): Choices {
  const gone = marked(options.filter(({ offered }) => !offered));
  const list = (name: keyof Choices): Choice[] => [
    ...offer[name].map(({ code, label, price }) => ({ code, label, price })),
    ...gone
      .filter(({ kind }) => listOf[kind] === name)
      .map(({ code, label }) => ({ code, label, price: null })),
  ];
  return { sizes: list('sizes'), colors: list('colors'), addOns: list('addOns') };
}
