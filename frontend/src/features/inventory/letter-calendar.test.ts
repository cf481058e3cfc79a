import { describe, expect, it } from 'vitest';
import type { LetterLine } from '@/api/types';
import { cellInWords, cellOf, monthSpans, placeAfter, sizesOf } from './letter-calendar';

const line: LetterLine = {
  letter: 'M',
  size: '4ft',
  finish: 'standard',
  itemId: null,
  owned: 3,
  tightest: -1,
  taken: [0, 1, 2, 3, 4],
  bookings: [[], [7], [7], [7, 8, 7], [7, 8, 9]],
  outOfService: [0, 0, 1, 0, 0],
};

describe('a cell of the letter calendar', () => {
  it('shows how many are available and how tight that is', () => {
    const cells = [0, 1, 2, 3, 4].map((column) => cellOf(line, column));
    expect(cells.map(({ free, shade }) => `${free} ${shade}`)).toEqual([
      '3 all',
      '2 some',
      '1 last',
      '0 none',
      '-1 short',
    ]);
    expect(cells[3]?.bookings).toEqual([7, 8]);
  });

  it('has a text for screen readers', () => {
    expect(cellInWords(cellOf(line, 2), 3)).toBe('1 of 3 available, 1 out of service');
    expect(cellInWords(cellOf(line, 4), 3)).toBe('1 piece short of 3');
  });

  it('shows zero for letters that aren’t owned', () => {
    expect(cellOf({ ...line, owned: 0, taken: [0] }, 0).free).toBe(0);
    expect(cellOf({ ...line, owned: 0, taken: [0] }, 0).shade).toBe('none');
  });
});

describe('the grid', () => {
  it('groups the days by month and lists the sizes', () => {
    expect(monthSpans(['2026-12-30', '2026-12-31', '2027-01-01'])).toEqual([
      { month: '2026-12', days: 2 },
      { month: '2027-01', days: 1 },
    ]);
    const calendar = { firstDay: '', days: [], bookings: [], letters: [{ ...line, size: '2ft' }, line] };
    expect(sizesOf(calendar)).toEqual(['4ft', '2ft']);
  });

  it('moves by keys and stops at the edges', () => {
    const go = (key: string, row: number, column: number) => placeAfter(key, { row, column }, 5, 28);
    expect(go('ArrowRight', 0, 27)).toEqual({ row: 0, column: 27 });
    expect(go('ArrowDown', 3, 2)).toEqual({ row: 4, column: 2 });
    expect(go('PageDown', 0, 2)).toEqual({ row: 4, column: 2 });
    expect(go('Home', 2, 9)).toEqual({ row: 2, column: 0 });
    expect(go('End', 2, 9)).toEqual({ row: 2, column: 27 });
    expect(go('Tab', 2, 9)).toBeNull();
  });
});
