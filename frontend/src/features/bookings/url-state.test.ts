import { describe, expect, it } from 'vitest';
import {
  type BookingsAddress,
  filterOf,
  noFilters,
  readAddress,
  statusesOf,
  writeAddress,
} from './url-state';

const read = (query: string) => readAddress(new URLSearchParams(query));

const usual: BookingsAddress = {
  tab: 'all',
  view: 'list',
  q: '',
  date: '',
  upcoming: false,
  month: '',
  span: 'month',
  day: '',
  from: '',
  to: '',
  allDays: false,
  on: '',
  figure: null,
  venue: null,
  paid: null,
  goods: null,
  sort: null,
  by: 'month',
  id: null,
};

describe('the URL of the bookings screen', () => {
  it('supports links from other screens', () => {
    expect(read('')).toEqual(usual);
    expect(read('status=pending')).toEqual({ ...usual, tab: 'pending' });
    expect(read('view=calendar&month=2027-06')).toEqual({ ...usual, view: 'calendar', month: '2027-06' });
    expect(read('id=12')).toEqual({ ...usual, id: 12 });
    expect(read('figure=week')).toEqual({ ...usual, figure: 'week' });
    expect(read('view=revenue')).toEqual({ ...usual, view: 'revenue' });
    expect(read('view=revenue&from=2026-01-01&to=2026-06-30&by=venue')).toEqual({
      ...usual,
      view: 'revenue',
      from: '2026-01-01',
      to: '2026-06-30',
      by: 'venue',
    });
  });

  it.each([
    'span=year&day=2027-02-30',
    'status=nonsense&view=x&id=0&date=2027-02-30&month=2027-13',
    'id=-1&date=tomorrow&month=June',
    'id=1e3&status=Pending',
    'from=2026-02-30&to=soon&by=customer',
    'id=9007199254740993000&upcoming=yes',
    'days=some&on=2027-02-30&figure=year&venue=-1&paid=late&goods=lost&sort=deposit',
  ])('ignores invalid parameters: %s', (query) => {
    expect(read(query)).toEqual(read(''));
  });

  it('writes only non-default values and keeps unrelated parameters', () => {
    const before = new URLSearchParams('status=pending&ref=mail&id=3');
    expect(String(writeAddress(before, { tab: 'all', id: null }))).toBe('ref=mail');
    expect(String(writeAddress(before, { q: '  a & b ', view: 'calendar' }))).toBe(
      'status=pending&ref=mail&id=3&view=calendar&q=a+%26+b',
    );
  });

  it('filters written to the URL are read back unchanged', () => {
    const state = {
      tab: 'confirmed',
      view: 'calendar',
      q: '100%',
      date: '2027-06-01',
      upcoming: true,
      month: '2027-06',
      span: 'week',
      day: '2027-06-08',
      from: '2027-01-01',
      to: '2027-06-30',
      goods: 'partly_back',
      by: 'phrase',
      id: 4,
    } as const;
    expect(readAddress(writeAddress(new URLSearchParams(), state))).toEqual({
      ...usual,
      ...state,
    });
  });

  it('requests every status on the All tab', () => {
    expect(statusesOf('all')).toEqual([]);
    expect(statusesOf('canceled')).toEqual(['canceled']);
  });

  it('uses the default scope only without filters', () => {
    const asks = (query: string) => filterOf(read(query), '2027-06-01');
    expect(asks('')).toEqual({ statuses: [], scope: 'open', sort: 'requestsFirst' });
    expect(asks('sort=-total')).toEqual({ statuses: [], scope: 'open', sort: '-total' });
    for (const query of [
      'days=all',
      'status=completed',
      'q=smith',
      'venue=3',
      'paid=paid',
      'goods=out',
      'from=2026-01-01',
    ]) {
      expect(asks(query)).not.toHaveProperty('scope');
    }
    expect(asks('upcoming=1')).toEqual({ statuses: [], from: '2027-06-01' });
    expect(asks('on=2027-06-05')).toEqual({ statuses: [], on: '2027-06-05' });
  });

  it('stores sort order and filters', () => {
    const state = { sort: { by: 'total', down: true }, venue: 4, paid: 'unpaid', on: '2027-06-05' } as const;
    const params = writeAddress(new URLSearchParams('x=1'), state);
    expect(`${params}`).toBe('x=1&on=2027-06-05&venue=4&paid=unpaid&sort=-total');
    expect(readAddress(params)).toEqual({ ...usual, ...state });
    expect(`${writeAddress(params, { ...noFilters, sort: null })}`).toBe('x=1');
  });
});
