import { expect, it } from 'vitest';
import { keptCardName } from './kept-card';

const card = { brand: 'visa', last4: '4242', expires: '2030-04' };

it.each([
  [card, 'Visa ···· 4242, expires 04/30'],
  [{ ...card, expires: '2027-03' }, 'Visa ···· 4242, expires 03/27'],
  [{ ...card, expires: '2027-02' }, 'Visa ···· 4242, expired 02/27'],
  [{ ...card, brand: 'link', last4: '', expires: null }, 'Link'],
])('a card on file is named by brand, last digits and expiry: %#', (kept, name) => {
  expect(keptCardName(kept, new Date('2027-03-31T12:00:00Z'))).toBe(name);
});
