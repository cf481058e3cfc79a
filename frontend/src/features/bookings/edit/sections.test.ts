import { describe, expect, it } from 'vitest';
import { faultsBySection, sectionOf, sectionOfRequest } from './sections';

describe('the sections of the edit form', () => {
  it.each([
    ['Could you come at noon?', 'when'],
    ['Can we do 4:30 instead?', 'when'],
    ['One day later please', 'when'],
    ['We moved to another venue', 'where'],
    ['In pink, please.', 'sign'],
  ])('a request that reads %j opens %s', (text, section) => {
    expect(sectionOfRequest({ text })).toBe(section);
  });

  it('a structured request opens the section of its first change', () => {
    const opened = (name: string) =>
      sectionOfRequest({ text: '', change: { changes: { totalPrice: [1, 2], [name]: ['a', 'b'] } } });
    expect(['pickupDate', 'address', 'lines', 'tip'].map(opened)).toEqual([
      'when',
      'where',
      'sign',
      'extras',
    ]);
  });

  it('shows the first error of each section', () => {
    expect(faultsBySection({ pickupTime: 'Enter a time', 'lines[1].text': 'Enter a text' })).toEqual({
      when: 'Enter a time',
      sign: 'Enter a text',
    });
    expect(sectionOf('overbookReason')).toBeNull();
  });
});
