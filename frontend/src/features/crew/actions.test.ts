import { describe, expect, it } from 'vitest';
import { remaining } from '@/components/booking/goods';
import { DEFAULT_FORMAT } from '@/lib/format';
import type { CrewPayment } from '@/outbox/records';
import {
  type Jobs,
  type Kind,
  leftToCollect,
  linesOf,
  nextStep,
  type Piece,
  type Stop,
  scanned,
  withWaiting,
} from './actions';

const piece = (letter: string, rest: Partial<Piece> = {}): Piece => ({
  letter,
  size: '4ft',
  finish: 'standard',
  itemId: null,
  name: letter,
  booked: 2,
  packed: 0,
  out: 0,
  back: 0,
  missing: 0,
  ...rest,
});

const waits = (kind: Kind, count: number, refused: string | null = null) => ({
  order: 1,
  person: 1,
  bookingId: 7,
  title: '',
  refused,
  handover: {
    clientId: 'a',
    kind,
    at: '2027-06-01T12:00:00Z',
    lines: [{ letter: 'E', size: '4ft', finish: 'standard', count, outcome: 'ok' as const }],
  },
});

describe('unsent records', () => {
  it('count as recorded, except rejected ones', () => {
    const out = withWaiting([piece('E'), piece('V')], [waits('pack', 2), waits('out', 2)]);
    expect(out.map((row) => [row.packed, row.out])).toEqual([
      [2, 2],
      [0, 0],
    ]);
    expect(withWaiting([piece('E', { out: 2 })], [waits('in', 1)])[0]).toMatchObject({ out: 1, back: 1 });
    expect(withWaiting([piece('E')], [waits('out', 2, 'Taken')])[0]?.out).toBe(0);
  });

  it('assume a delivery that was not recorded', () => {
    const after = withWaiting([piece('E'), piece('V')], [waits('in', 1)]);
    expect(after.map(({ out, back }) => [out, back])).toEqual([
      [1, 1],
      [2, 0],
    ]);
  });

  it('leave pieces where they are that are reported before they go out', () => {
    // Pieces reported before they go out stay.
    const dead = waits('pack', 1);
    const lines = dead.handover.lines.map((line) => ({ ...line, outcome: 'damaged' as const }));
    const reported = { ...dead, handover: { ...dead.handover, lines } };
    expect(withWaiting([piece('E')], [reported])[0]?.packed).toBe(0);
  });

  it('reduce what is left to collect, except rejected ones and links', () => {
    const record = (
      rest: Pick<CrewPayment, 'kind'> & Partial<CrewPayment>,
      refused: string | null = null,
    ) => ({
      order: 1,
      person: 1,
      bookingId: 7,
      title: '',
      refused,
      payment: { clientId: 'a', bookingId: 7, at: '2027-06-01T12:00:00Z', ...rest },
    });
    const due = { toCollect: 120.1 } as Stop;
    expect(leftToCollect(due, [record({ kind: 'cash', amount: 20.05 })])).toBe(100.05);
    expect(leftToCollect(due, [record({ kind: 'check', amount: 120.1 })])).toBe(0);
    expect(leftToCollect(due, [record({ kind: 'cash', amount: 20 }, 'Overpaid')])).toBe(120.1);
    expect(leftToCollect(due, [record({ kind: 'card_link' }), record({ kind: 'not_paid' })])).toBe(120.1);
  });

  it('have a line per piece and condition', () => {
    const counts = new Map([['E 4ft standard', { ok: 1, damaged: 0, missing: 1 }]]);
    expect(linesOf([piece('E'), piece('V')], counts, ' Left behind ')).toEqual([
      { letter: 'E', size: '4ft', finish: 'standard', count: 1, outcome: 'ok', note: null },
      { letter: 'E', size: '4ft', finish: 'standard', count: 1, outcome: 'missing', note: 'Left behind' },
    ]);
  });

  it('identifies scanned pieces by their tags', () => {
    const counts = new Map([['E 4ft standard', { ok: 2, damaged: 0, missing: 0 }]]);
    const scans = new Map([['E-1', { key: 'E 4ft standard', outcome: 'ok' as const }]]);
    expect(linesOf([piece('E')], counts, '', scans).map(({ tag, count }) => [tag, count])).toEqual([
      ['E-1', 1],
      [undefined, 1],
    ]);
  });

  it.each([
    ['e 4ft standard', 'out', { tag: null }],
    ['e-1', 'out', { tag: 'E-1' }],
    ['E-2', 'out', { fault: 'E-2 is already counted.' }],
    ['E-3', 'out', { fault: 'E-3 is retired. Take another piece.' }],
    ['E-4', 'out', { fault: 'E-4 is out with booking #9.' }],
    ['E-5', 'in', { tag: 'E-5' }],
    ['E-5', 'out', { fault: 'E-5 is already counted.' }],
    ['E-1', 'in', { fault: 'E-1 did not go out with this booking.' }],
    ['V-1', 'out', { fault: 'V-1 is V (4ft), which is not part of this job.' }],
    ['nobody', 'out', { fault: 'No piece has the code nobody.' }],
  ] as const)('accepts the code %s on the way %s', (code, kind, expected) => {
    const tagged = (tag: string, rest: Partial<Jobs['tags'][number]> = {}): Jobs['tags'][number] => ({
      tag,
      letter: tag.slice(0, 1),
      size: '4ft',
      finish: 'standard',
      itemId: null,
      name: tag.slice(0, 1),
      state: 'ok',
      bookingId: null,
      bookingNumber: null,
      out: false,
      ...rest,
    });
    const tags = [
      tagged('E-1'),
      tagged('E-2'),
      tagged('E-3', { state: 'retired' }),
      tagged('E-4', { bookingId: 8, bookingNumber: 9, out: true }),
      tagged('E-5', { bookingId: 7, bookingNumber: 3, out: true }),
      tagged('V-1'),
    ];
    const scans = new Map([['E-2', { key: 'E 4ft standard', outcome: 'ok' as const }]]);
    expect(scanned(DEFAULT_FORMAT, code, [piece('E')], { tags, scans, bookingId: 7, kind })).toMatchObject(
      expected,
    );
  });

  it('computes the remaining pieces and the next step', () => {
    expect(remaining(piece('E', { packed: 1 }), 'pack')).toBe(1);
    expect(remaining(piece('E', { out: 1, back: 1 }), 'out')).toBe(0);
    const delivery = { kind: 'delivery' } as Stop;
    expect(nextStep(delivery, [piece('E')])).toBe('pack');
    expect(nextStep(delivery, [piece('E', { packed: 1 })])).toBe('out');
    expect(nextStep({ kind: 'pickup' } as Stop, [piece('E', { out: 2 })])).toBe('in');
  });
});
