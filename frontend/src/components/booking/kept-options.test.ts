import { describe, expect, it } from 'vitest';
import { addOnNames, colorName, marked } from '@/booking-form/option-names';
import { option } from '@/testing/bookings';
import { withKept } from './kept-options';

const row = (code: string) => ({ code, label: code.toUpperCase(), price: 10 });
const offer = { sizes: [row('2ft')], colors: [row('standard')], addOns: [row('fog'), row('stand')] };
const chosen = [
  option('size', '4ft', { offered: false }),
  option('color', 'gold', { label: 'Gold', offered: false }),
  option('addOn', 'fog', { label: 'Fog machine' }),
  option('addOn', 'arch', { label: 'Arch', offered: false }),
];

describe('agreed options no longer on the price list', () => {
  it('are listed without a price after the current ones', () => {
    const gone = (code: string, label: string) => ({
      code,
      label: `${label} (no longer offered)`,
      price: null,
    });
    expect(withKept(offer, chosen)).toEqual({
      sizes: [...offer.sizes, gone('4ft', '4ft')],
      colors: [...offer.colors, gone('gold', 'Gold')],
      addOns: [...offer.addOns, gone('arch', 'Arch')],
    });
    expect(withKept(offer, [])).toEqual(offer);
  });

  it('keep their agreed name and are marked for the business', () => {
    expect([colorName(chosen), addOnNames(chosen)]).toEqual(['Gold', ['Fog machine', 'Arch']]);
    expect(addOnNames(marked(chosen))).toEqual(['Fog machine', 'Arch (no longer offered)']);
  });
});
