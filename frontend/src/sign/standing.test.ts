import { expect, it } from 'vitest';
import { DEFAULT_FORMAT } from '@/lib/format';
import { type StandingText, standingLines, standingWords } from './standing';

const text = (rest: Partial<StandingText>): StandingText => ({
  text: 'LOVE',
  size: '4 ft',
  heightInches: 48,
  color: null,
  finish: '',
  ...rest,
});

it('draws texts to scale, in their color and finish', () => {
  const lines = standingLines([
    text({ color: '#b76e79' }),
    text({ text: '2026', heightInches: 24, finish: 'Red' }),
  ]);
  expect(lines).toEqual([
    { message: 'LOVE', scale: 1, color: '#b76e79', finish: '' },
    { message: '2026', scale: 0.5, color: null, finish: 'Red' },
  ]);
});

it('keeps letters in another finish', () => {
  const exceptions = [{ index: 1, finish: 'Red' }];
  expect(standingLines([text({ exceptions })])[0]).toEqual({
    message: 'LOVE',
    scale: 1,
    color: null,
    finish: '',
    exceptions,
  });
});

it("describes the number of letters, their size and the sign's measurements", () => {
  expect(standingWords(DEFAULT_FORMAT, [text({})], 4)).toMatch(/^4 letters in 4 ft, about \d+ ft wide$/);
  const two = [text({}), text({ text: '2026', size: '2 ft', heightInches: 24 })];
  // 48 and 24 inches with 4 between them.
  expect(standingWords(DEFAULT_FORMAT, two, 8)).toMatch(/^8 letters, about \d+ ft wide and 6 ft high$/);
  expect(standingWords(DEFAULT_FORMAT, [], 0)).toBe('0 letters');
});

it("shows the sign's measurements in the business's units", () => {
  const two = [text({}), text({ text: '2026', size: '60 cm', heightInches: 24 })];
  expect(standingWords({ ...DEFAULT_FORMAT, measures: 'metric' }, two, 8)).toMatch(
    /^8 letters, about \d+(\.5)? m wide and 2 m high$/,
  );
});
