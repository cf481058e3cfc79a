import { describe, expect, it } from 'vitest';
import { linesOf, nextStep, type Piece, remaining, type Stop, type Waiting, withWaiting } from './actions';

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
  ...rest,
});

const waits = (kind: Waiting['handover']['kind'], count: number, refused: string | null = null): Waiting => ({
  order: 1,
  person: 1,
  bookingId: 7,
  title: '',
  refused,
  handover: {
    clientId: 'a',
    kind,
    at: '2027-06-01T12:00:00Z',
    lines: [{ letter: 'E', size: '4ft', finish: 'standard', count, outcome: 'ok' }],
  },
});

describe('what waits on the phone', () => {
  it('counts as if the server had it, except what was refused', () => {
    const out = withWaiting([piece('E'), piece('V')], [waits('pack', 2), waits('out', 2)]);
    expect(out.map((row) => [row.packed, row.out])).toEqual([
      [2, 2],
      [0, 0],
    ]);
    expect(withWaiting([piece('E', { out: 2 })], [waits('in', 1)])[0]).toMatchObject({ out: 1, back: 1 });
    expect(withWaiting([piece('E')], [waits('out', 2, 'Taken')])[0]?.out).toBe(0);
  });

  it('is made of each piece in each condition', () => {
    const counts = new Map([['E 4ft standard', { ok: 1, damaged: 0, missing: 1 }]]);
    expect(linesOf([piece('E'), piece('V')], counts, ' Left behind ')).toEqual([
      { letter: 'E', size: '4ft', finish: 'standard', count: 1, outcome: 'ok', note: null },
      { letter: 'E', size: '4ft', finish: 'standard', count: 1, outcome: 'missing', note: 'Left behind' },
    ]);
  });

  it('knows what remains and what comes next', () => {
    expect(remaining(piece('E', { packed: 1 }), 'pack')).toBe(1);
    expect(remaining(piece('E', { out: 1, back: 1 }), 'out')).toBe(0);
    const delivery = { kind: 'delivery' } as Stop;
    expect(nextStep(delivery, [piece('E')])).toBe('pack');
    expect(nextStep(delivery, [piece('E', { packed: 1 })])).toBe('out');
    expect(nextStep({ kind: 'pickup' } as Stop, [piece('E', { out: 2 })])).toBe('in');
  });
});
