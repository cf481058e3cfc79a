import { describe, expect, it } from 'vitest';
import { fittingChoices, type SearchChoice } from './choice-search';

const venues: SearchChoice[] = [
  ['1', 'The Old Barn · Austin, TX'],
  ['2', 'Café Lumière · Waco, TX'],
  ['3', 'Austin City Hall · Austin, TX'],
  ['other', 'Another location'],
];
const matches = (typed: string) => fittingChoices(venues, typed, ['other']).map(([value]) => value);

describe('the matching choices', () => {
  it.each([
    ['', ['1', '2', '3', 'other']],
    ['barn', ['1', 'other']],
    ['aust', ['3', '1', 'other']],
    ['tx cafe', ['2', 'other']],
    ['  LUMIERE ', ['2', 'other']],
    ['zoo', ['other']],
  ])('the search “%s” finds the matching choices', (typed, values) => {
    expect(matches(typed)).toEqual(values);
  });

  it.each([
    ['', ['other', '']],
    ['zoo', ['other', '']],
    ['another', ['other', '']],
    ['to be d', ['', 'other']],
  ])('the search “%s” finds the matching choices if no location is required', (typed, values) => {
    const all: SearchChoice[] = [['', 'To be decided'], ...venues];
    expect(
      fittingChoices(all, typed, ['other', ''])
        .map(([value]) => value)
        .slice(-2),
    ).toEqual(values);
  });
});
