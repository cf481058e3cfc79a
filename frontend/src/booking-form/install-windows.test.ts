import { describe, expect, it } from 'vitest';
import { DEFAULT_FORMAT } from '@/lib/format';
import { windowChoices, windowInWords } from './install-windows';

describe('install windows', () => {
  it.each([
    ['morning', 'Morning (8am-12pm)'],
    ['09:00-11:00 Early', 'Early (9am-11am)'],
    ['00:30-12:15', '12:30am-12:15pm'],
    ['13:00-15:00 After (the) school', 'After (the) school (1pm-3pm)'],
    ['some day', 'some day'],
  ])('shows the window %s as %s', (code, words) => {
    expect(windowInWords(DEFAULT_FORMAT, code)).toBe(words);
  });

  it.each([
    ['morning', 'Morning (08:00-12:00)'],
    ['09:00-11:30 Early', 'Early (09:00-11:30)'],
  ])('shows the window %s as %s with a 24-hour clock', (code, words) => {
    expect(windowInWords({ ...DEFAULT_FORMAT, timeFormat: '24h' }, code)).toBe(words);
  });

  it('keeps the selected window among the choices', () => {
    const offer = { installWindows: [{ code: 'morning', words: 'Morning (8am-12pm)' }] };
    expect(windowChoices(DEFAULT_FORMAT, offer, '')).toEqual([['morning', 'Morning (8am-12pm)']]);
    expect(windowChoices(DEFAULT_FORMAT, offer, '09:00-11:00').at(-1)).toEqual(['09:00-11:00', '9am-11am']);
  });
});
