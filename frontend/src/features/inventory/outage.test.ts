import { expect, it } from 'vitest';
import { outageFaults } from './outage';

it('names what is wrong with a repair', () => {
  const good = { count: '1', firstDay: '12/01/2026', lastDay: '12/01/2026', reason: '' };
  expect(outageFaults(good)).toEqual({});
  expect(Object.keys(outageFaults({ ...good, count: '0' }))).toEqual(['count']);
  expect(Object.keys(outageFaults({ ...good, count: '1.5' }))).toEqual(['count']);
  expect(Object.keys(outageFaults({ ...good, firstDay: '02/30/2027', lastDay: '' }))).toEqual([
    'firstDay',
    'lastDay',
  ]);
  expect(outageFaults({ ...good, lastDay: '11/30/2026' })).toEqual({
    lastDay: 'The last day must be on or after the first',
  });
});
