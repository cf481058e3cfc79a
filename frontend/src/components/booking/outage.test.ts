import { expect, it } from 'vitest';
import { DEFAULT_FORMAT } from '@/lib/format';
import { outageFaults } from './outage';

it('names what is wrong with a repair', () => {
  const good = { count: '1', firstDay: '12/01/2026', lastDay: '12/01/2026' };
  expect(outageFaults(DEFAULT_FORMAT, good)).toEqual({});
  expect(outageFaults(DEFAULT_FORMAT, { ...good, lastDay: '' })).toEqual({});
  expect(Object.keys(outageFaults(DEFAULT_FORMAT, { ...good, count: '0' }))).toEqual(['count']);
  expect(Object.keys(outageFaults(DEFAULT_FORMAT, { ...good, count: '1.5' }))).toEqual(['count']);
  expect(
    Object.keys(outageFaults(DEFAULT_FORMAT, { ...good, firstDay: '02/30/2027', lastDay: '13/13/2027' })),
  ).toEqual(['firstDay', 'lastDay']);
  expect(outageFaults(DEFAULT_FORMAT, { ...good, lastDay: '11/30/2026' })).toEqual({
    lastDay: 'The last day must be on or after the first',
  });
});
