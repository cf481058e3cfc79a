import { describe, expect, it } from 'vitest';
import { letter } from '@/testing/server';
import { factFields, letterSchema } from './schema';

const item = letter('Q', 1, {
  widthInches: 30,
  depthInches: 8,
  weightPounds: 22,
  estimated: ['depthInches'],
});

describe('the measurements of a letter', () => {
  it('are shown in the business’s units and stored in inches and pounds', () => {
    const shown = factFields(item, 'metric');
    expect([shown.widthInches, shown.depthInches, shown.weightPounds]).toEqual([76.2, Number.NaN, 9.98]);
    const typed = {
      letter: 'Q',
      size: '4ft',
      finish: 'standard',
      quantity: 1,
      pricePerDay: 25,
      ...shown,
      depthInches: 20,
    };
    const stored = letterSchema('metric').parse(typed);
    expect([stored.widthInches, stored.depthInches, stored.weightPounds]).toEqual([30, 7.874, 22.0021]);
    expect(
      factFields({ ...item, depthInches: stored.depthInches ?? 0, estimated: [] }, 'metric'),
    ).toMatchObject({ depthInches: 20 });
    expect(factFields(item, 'us').widthInches).toBe(30);
  });

  it('report limits in the business’s units', () => {
    const wide = {
      ...factFields(null, 'us'),
      letter: 'Q',
      size: '4ft',
      finish: '',
      quantity: 1,
      pricePerDay: 5,
    };
    const fault = (measures: 'us' | 'metric', widthInches: number) =>
      letterSchema(measures)
        .safeParse({ ...wide, widthInches })
        .error?.issues.map(({ message }) => message);
    expect(fault('us', 1001)).toEqual(['Up to 1,000 in']);
    expect(fault('metric', 2541)).toEqual(['Up to 2,540 cm']);
    expect(fault('metric', 2540)).toBeUndefined();
  });
});
