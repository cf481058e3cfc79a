import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { open } from '@/testing/render';
import { ada, answer, signIn } from '@/testing/server';

describe('the activity of a business', () => {
  it("uses the business's date and time formats", async () => {
    signIn({ ...ada, timeZone: 'Europe/Berlin', dateFormat: 'DD/MM/YYYY', timeFormat: '24h' });
    const line = {
      id: 1,
      at: '2026-11-26T20:48:00+01:00',
      actor: 'ada@example.com',
      action: 'account.signed_in',
      subjectId: null,
      subject: null,
      details: {},
    };
    answer('get', '/api/activity', { items: [line], nextCursor: null });
    open('/settings?tab=activity');
    expect(await screen.findByText('26 Nov 2026 20:48')).toBeTruthy();
  });
});
