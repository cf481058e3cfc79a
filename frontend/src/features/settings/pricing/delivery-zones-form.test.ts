import { expect, it } from 'vitest';
import { zipCodesOf } from './delivery-zones-form';

it.each([
  ['78701, 78702;78703', ['78701', '78702', '78703']],
  ['78701 78702\n787*', ['78701', '78702', '787*']],
  ['78701 – 78799', ['78701-78799']],
  ['78701 1234', ['78701-1234']],
  ['SE1 7PB, SW1', ['SE1 7PB', 'SW1']],
])('splits the ZIP codes of %s', (typed, codes) => {
  expect(zipCodesOf(typed)).toEqual(codes);
});
