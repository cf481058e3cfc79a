import { describe, expect, it } from 'vitest';
import { initials } from '@/ui/Avatar';

describe('initials', () => {
  it.each([
    ['ada', null, 'AD'],
    ['ada', '', 'AD'],
    ['ada', 'Glow', 'GL'],
    ['ada', 'Bright Nights Letters', 'BN'],
    ['ada', '  bright   nights ', 'BN'],
    ['x', null, 'X'],
    ['ada', '🎉 Party', '🎉P'],
    ['ada', 'Neon & Sons', 'NS'],
    ['ada', 'Glow +', 'GL'],
    ['ada', '& &', '&&'],
  ])('of %j at %j are %j', (username, company, expected) => {
    expect(initials(username, company)).toBe(expected);
  });
});
