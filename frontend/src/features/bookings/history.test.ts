import { describe, expect, it } from 'vitest';
import { DEFAULT_FORMAT } from '@/lib/format';
import { changeLines, entryTitle } from './history';

const entry = { at: '', who: 'ada', fromStatus: null, toStatus: null, changes: {} };

describe('the history of a booking', () => {
  it('names events and authors', () => {
    expect(entryTitle({ ...entry, kind: 'created', who: 'Jane' }, true)).toBe('Requested by Jane');
    expect(entryTitle({ ...entry, kind: 'created' }, false)).toBe('Entered by ada');
    expect(entryTitle({ ...entry, kind: 'edited' }, true)).toBe('Edited by ada');
    expect(entryTitle({ ...entry, kind: 'status', toStatus: 'canceled' }, true)).toBe('Canceled by ada');
    const reopened = { ...entry, kind: 'status', fromStatus: 'canceled', toStatus: 'confirmed' } as const;
    expect(entryTitle(reopened, true)).toBe('Reopened by ada');
    expect(changeLines(DEFAULT_FORMAT, { reason: [null, 'Rain'] }, 'USD', () => undefined)).toEqual([
      'Reason: Rain',
    ]);
  });

  it('describes field changes', () => {
    const lines = changeLines(
      DEFAULT_FORMAT,
      {
        size: ['4ft', '2ft'],
        totalPrice: [150, 99.5],
        venueId: [1, null],
        deliveryDate: ['2027-06-01', '2027-06-03T16:00:00-04:00'],
        notes: [null, '<b>Wind</b>'],
        addOns: [[], ['lighting', 'stand']],
        preferredInstallTime: ['morning', 'evening'],
      },
      'USD',
      (id) => (id === 1 ? 'The Foundry' : undefined),
    );
    expect(lines).toEqual([
      'Size: 4ft → 2ft',
      'Total: $150.00 → $99.50',
      'Venue: The Foundry → none',
      'Delivery: Jun 1, 2027 → Jun 3, 2027 4:00 PM',
      'Notes: none → <b>Wind</b>',
      'Add-ons: none → lighting, stand',
      'Install time: Morning (8am-12pm) → Evening (4pm-8pm)',
    ]);
  });
});
