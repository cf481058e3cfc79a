import { describe, expect, it } from 'vitest';
import { venue } from '@/testing/server';
import { foundVenues, orderedVenues } from './search';

const venues = [
  venue({ id: 1, name: 'Hall 10', city: 'Troy', contactName: 'Zoë Ito', createdAt: '2026-01-01T00:00:00Z' }),
  venue({ id: 2, name: 'hall 9', city: 'Albany', contactPhone: '+1 (718) 555-0100', surchargeAmount: 100 }),
  venue({
    id: 3,
    name: 'Café Lumière',
    city: 'Troy',
    address: '5 River St',
    surchargeAmount: 9000,
    loadInInstructions: 'Dock B',
  }),
];

describe('the venue search', () => {
  it.each([
    ['', [1, 2, 3]],
    ['  ', [1, 2, 3]],
    ['HALL', [1, 2]],
    ['cafe lumiere', [3]],
    ['river troy', [3]],
    ['zoe', [1]],
    ['555-0100', [2]],
    ['7185550100', [2]],
    ['dock b', [3]],
    ['hall river', []],
    ['%', []],
    ['.*', []],
  ])('finds %j', (typed, ids) => {
    expect(foundVenues(venues, typed).map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    ['name', [3, 2, 1]],
    ['city', [2, 3, 1]],
    ['newest', [3, 2, 1]],
    ['surcharge', [3, 1, 2]],
  ] as const)('orders by %s', (order, ids) => {
    expect(orderedVenues(venues, order).map(({ id }) => id)).toEqual(ids);
  });
});
