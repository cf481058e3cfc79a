import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { viaOf } from './via';

describe('the partner of a link', () => {
  beforeEach(() => {
    localStorage.clear();
    vi.useFakeTimers({ now: Date.parse('2027-03-03'), toFake: ['Date'] });
  });
  afterEach(() => vi.useRealTimers());

  it('is remembered for 30 days, for one business', () => {
    expect(viaOf('abc', '?key=abc&via=bloom')).toBe('bloom');
    vi.setSystemTime(Date.parse('2027-04-01'));
    expect(viaOf('abc', '?key=abc')).toBe('bloom');
    expect(viaOf('other', '')).toBeUndefined();
    vi.setSystemTime(Date.parse('2027-04-03'));
    expect(viaOf('abc', '?key=abc')).toBeUndefined();
  });

  it('is replaced by a newer one', () => {
    viaOf('abc', '?via=bloom');
    expect(viaOf('abc', '?via=foundry')).toBe('foundry');
    expect(viaOf('abc', '')).toBe('foundry');
  });

  it('counts for this visit if the browser blocks storage', () => {
    const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(viaOf('abc', '?via=bloom')).toBe('bloom');
    blocked.mockRestore();
  });
});
