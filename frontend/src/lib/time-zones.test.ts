import { describe, expect, it } from 'vitest';
import { DEFAULT_FORMAT } from '@/lib/format';
import { clockIn, labelOf, matching, timeZones } from './time-zones';

const zones = timeZones('America/New_York');

describe('time zones', () => {
  it('include the current one even if unknown to the browser', () => {
    expect(timeZones('Mars/Olympus_Mons').some(({ name }) => name === 'Mars/Olympus_Mons')).toBe(true);
    expect(zones.filter(({ name }) => name === 'America/New_York')).toHaveLength(1);
  });

  it('match by city, words in any order, or full name', () => {
    expect(matching(zones, 'new york')[0]?.name).toBe('America/New_York');
    expect(matching(zones, 'york amer')[0]?.name).toBe('America/New_York');
    expect(matching(zones, 'America/New_York')[0]?.name).toBe('America/New_York');
    expect(matching(zones, 'lon')[0]?.name).toMatch(/\/Lon/);
    expect(matching(zones, 'nowhere at all')).toEqual([]);
    expect(matching(zones, '  ')).toHaveLength(zones.length);
  });

  it('show the current local time', () => {
    expect(clockIn(DEFAULT_FORMAT, 'America/New_York', new Date('2026-11-20T20:05:00Z'))).toBe(
      '3:05 PM, GMT-5',
    );
    expect(clockIn(DEFAULT_FORMAT, 'Asia/Kolkata', new Date('2026-11-20T20:05:00Z'))).toBe(
      '1:35 AM, GMT+5:30',
    );
    expect(
      clockIn({ ...DEFAULT_FORMAT, timeFormat: '24h' }, 'America/New_York', new Date('2026-11-20T20:05:00Z')),
    ).toBe('15:05, GMT-5');
    expect(
      clockIn({ ...DEFAULT_FORMAT, timeFormat: '24h' }, 'America/New_York', new Date('2026-11-20T05:05:00Z')),
    ).toBe('00:05, GMT-5');
    expect(clockIn(DEFAULT_FORMAT, 'Mars/Olympus_Mons', new Date())).toBe('');
    expect(labelOf('America/Argentina/Buenos_Aires')).toBe('America / Argentina / Buenos Aires');
  });
});
