import { describe, expect, it } from 'vitest';
import {
  keptFrom,
  lengthInWords,
  measuresOf,
  shownIn,
  wayInWords,
  weightInWords,
  windInWords,
} from './measures';

describe('measures', () => {
  it('convert to stored units and back without changing the entered value', () => {
    for (const typed of [0.01, 1, 20, 75, 91.5, 304.8, 1234.56]) {
      for (const kind of ['length', 'way', 'weight', 'wind'] as const) {
        expect(shownIn(kind, 'metric', keptFrom(kind, 'metric', typed))).toBe(typed);
      }
    }
    expect(keptFrom('length', 'us', 35.3)).toBe(35.3);
  });

  it.each([
    ['us', '9 ft 10 in', '8 in', '50 ft', '1,240 lb', '14 mph'],
    ['metric', '3.00 m', '20 cm', '15.2 m', '562 kg', '23 km/h'],
  ] as const)('read in words: %s', (measures, long, short, way, weight, wind) => {
    expect(lengthInWords(118, measures)).toBe(long);
    expect(lengthInWords(8, measures)).toBe(short);
    expect(wayInWords(50, measures)).toBe(way);
    expect(weightInWords(1240, measures)).toBe(weight);
    expect(windInWords(14.2, measures)).toBe(wind);
  });

  it('measures are in inches by default', () => {
    expect([null, 'metric', 'else'].map((measures) => measuresOf({ measures }))).toEqual([
      'us',
      'metric',
      'us',
    ]);
  });
});
