import { describe, expect, it } from 'vitest';
import { doubtfulMarks, withoutMarks } from './marks';

describe('symbols charged as letters', () => {
  it.each([
    ['"LOVE"', ['"'], 'LOVE'],
    ['“LOVE” / "ADA"', ['“', '”', '"', '/'], 'LOVE ADA'],
    ['MR/MRS', ['/'], 'MR MRS'],
    ["IT'S A BOY!", [], "IT'S A BOY!"],
  ])('in %s need confirmation', (message, marks, without) => {
    expect(doubtfulMarks(message)).toEqual(marks);
    expect(withoutMarks(message)).toBe(without);
  });
});
