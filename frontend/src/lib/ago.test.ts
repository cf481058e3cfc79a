import { describe, expect, it } from 'vitest';
import { ago } from './ago';

describe('ago', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  it.each([
    ['2026-11-20T12:00:30Z', 'just now'],
    ['2026-11-20T11:59:00Z', 'just now'],
    ['2026-11-20T11:55:00Z', '5 minutes ago'],
    ['2026-11-20T11:00:00Z', '1 hour ago'],
    ['2026-11-19T13:00:00Z', '23 hours ago'],
    ['2026-11-19T12:00:00Z', 'yesterday'],
    ['2026-11-10T12:00:00Z', '10 days ago'],
  ])('a time of %s is shown as %s', (instant, words) => {
    expect(ago(instant, now)).toBe(words);
  });
});
