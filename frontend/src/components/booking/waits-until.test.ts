import { describe, expect, it } from 'vitest';
import { formatMoment } from '@/lib/dates';
import { DEFAULT_FORMAT } from '@/lib/format';
import { waitsUntil } from './waits-until';

const until = '2027-06-02T00:00:00Z';

describe('the notice about a held email', () => {
  it.each([
    [
      { state: 'waiting', until } as const,
      `The email will be sent on ${formatMoment(DEFAULT_FORMAT, until)}.`,
    ],
    [{ state: 'waiting', until: null } as const, 'The email is on hold.'],
    [{ state: 'sent', until: null } as const, undefined],
    [null, undefined],
    [undefined, undefined],
  ])('shows when it will be sent, if it has to wait: %j', (email, sentence) => {
    expect(waitsUntil(DEFAULT_FORMAT, email)).toBe(sentence);
  });
});
