import { describe, expect, it } from 'vitest';
import { bulbs, spaced } from './bulbs';
import expected from './bulbs.expected.json';
import { fitSign, layout, widthInFeet } from './layout';
import { FORMS, formOf, kernBetween, TILE_ADVANCE } from './letterforms';
import { lettersOf, wordsOf } from './letters';
import { lookOf } from './look';

const text = (sign: ReturnType<typeof fitSign>) =>
  sign.lines.map((line) => line.letters.map((letter) => letter.letter).join(''));

describe('bulbs', () => {
  const drawn = Object.entries(expected as Record<string, number[]>);

  it('every letterform has bulbs', () => {
    expect(drawn).toHaveLength(58);
    expect(Object.keys(FORMS.glyphs).sort()).toEqual(drawn.map(([key]) => key).sort());
    expect(drawn.reduce((sum, [, flat]) => sum + flat.length / 2, 0)).toBe(766);
  });

  it.each(drawn)('of %s match the drawing', (key, flat) => {
    const mine = bulbs(key).flat();
    expect(mine).toHaveLength(flat.length);
    mine.forEach((value, i) => {
      expect(Math.abs(value - (flat[i] ?? Number.NaN))).toBeLessThanOrEqual(0.1 + 1e-9);
    });
  });

  it('keeps points in order and skips those too close to a kept one', () => {
    expect(
      spaced(
        [
          [0, 0],
          [10, 0],
          [20, 0],
          [30, 0],
        ],
        19,
      ),
    ).toEqual([
      [0, 0],
      [20, 0],
    ]);
  });
});

describe('letters', () => {
  it('treats all encodings of a letter alike', () => {
    expect(lettersOf('love')).toEqual(['L', 'O', 'V', 'E']);
    expect(lettersOf('E\u0301')).toEqual(lettersOf('É'));
    expect(lettersOf('it’s')).toEqual(['I', 'T', "'", 'S']);
  });

  it('drops invisible characters', () => {
    expect(lettersOf('LO\u200bVE')).toEqual(['L', 'O', 'V', 'E']);
    expect(lettersOf('LO\u202eVE')).toEqual(['L', 'O', 'V', 'E']);
    expect(lettersOf(' \u200b ')).toEqual([]);
    expect(lettersOf('❤\ufe0f')).toEqual(['❤']);
  });

  it('treats spellings of one physical letter alike', () => {
    expect(lettersOf('♥♥\ufe0e❤\ufe0f❤')).toEqual(['❤', '❤', '❤', '❤']);
    expect(lettersOf('5\ufe0f\u20e3５5＆')).toEqual(['5', '5', '5', '&']);
    expect(lettersOf('Ｌｏ𝐯𝕖')).toEqual(['L', 'O', 'V', 'E']);
    expect(lettersOf('🖤💙')).toEqual(['🖤', '💙']);
    expect(lettersOf('A\u2800B\u3164')).toEqual(['A', 'B']);
    expect(formOf('❤')).toEqual(formOf('♥'));
  });

  it('keeps pictographs, and letters without a single capital, whole', () => {
    expect(lettersOf('👩‍👧 ß')).toEqual(['👩‍👧', 'ß']);
    expect(lettersOf('👩🏽\u200d🚀')).toEqual(['👩🏽\u200d🚀']);
    expect(lettersOf('🧑🏽\u200d🤝\u200d🧑🏻A\u200d❤')).toEqual(['🧑🏽\u200d🤝\u200d🧑🏻', 'A', '❤']);
  });

  it('keeps words apart', () => {
    expect(wordsOf('  mr  &\nmrs ')).toEqual([['M', 'R'], ['&'], ['M', 'R', 'S']]);
  });
});

describe('forms', () => {
  it('kerns by the first row that has both', () => {
    expect(kernBetween('A', 'V')).toBe(-6);
    expect(kernBetween('A', 'A')).toBe(2);
    expect(kernBetween('', 'V')).toBe(0);
    const [a, v] = layout('AV').letters;
    expect(v?.x).toBeCloseTo((a?.x ?? 0) + (FORMS.glyphs.A?.a ?? 0) - 6);
  });

  it('does not kern across a space', () => {
    expect(layout('A V').width - layout('AV').width).toBeCloseTo(FORMS.space + 6);
  });

  it('draws accents before their base letter, at its anchor point', () => {
    const form = formOf('Ñ');
    expect(form.parts.map((part) => part.key)).toEqual(['\u0303', 'N']);
    expect(form.parts[0]?.x).toBeCloseTo((FORMS.glyphs.N?.a ?? 0) / 2);
    expect([form.above, form.below]).toEqual([40, 0]);
    expect([formOf('Ç').above, formOf('Ç').below]).toEqual([0, 30]);
    expect(layout('NÑ').width).toBeCloseTo(layout('NN').width);
  });

  it('draws look-alike symbols with the same letterform', () => {
    expect(formOf('❤')).toEqual(formOf('♥'));
    expect(formOf('⭐').base).toBe('★');
  });

  it.each(['Ø', '🎉', 'Ő', '\u0301', 'constructor', '__proto__'])('uses a tile for %s', (letter) => {
    expect(formOf(letter)).toMatchObject({ base: '', parts: [], advance: TILE_ADVANCE });
  });
});

describe('width in feet', () => {
  it.each([
    ['LOVE', 14.1],
    ['BABY', 14.7],
    ['MR & MRS', 25.1],
    ['MARRY ME', 28.5],
    ['HAPPY 30TH', 33.4],
    ['QUINCEAÑERA', 39.6],
    ['CLASS OF 2027', 40.7],
  ])('%s is %d ft at 4 ft', (message, feet) => {
    expect(widthInFeet(message, 4)).toBeCloseTo(feet, 1);
    expect(widthInFeet(message, 2)).toBeCloseTo(feet / 2, 1);
  });
});

describe('fitting', () => {
  const box = { height: 72, maxWidth: 320, maxHeight: 250 };

  it('leaves a short message on one line at full height', () => {
    const sign = fitSign('LOVE', box);
    expect(text(sign)).toEqual(['LOVE']);
    expect(sign.cap).toBe(72);
  });

  it('breaks between words, into lines of similar length', () => {
    expect(text(fitSign('HAPPY BIRTHDAY TO YOU', { ...box, height: 48 }))).toEqual([
      'HAPPY',
      'BIRTHDAY',
      'TOYOU',
    ]);
    expect(text(fitSign('WILL YOU MARRY ME', { height: 40, maxWidth: 420, maxHeight: 200 }))).toEqual([
      'WILLYOU',
      'MARRYME',
    ]);
  });

  it.each([
    ['sixty letters in words', 'CONGRATULATIONS TO THE CLASS OF 2027 AND TO ALL WHO TAUGHT US SO WELL HERE'],
    ['sixty letters in one word', 'W'.repeat(60)],
    ['a long word among short ones', `LOVE ${'M'.repeat(24)} YOU`],
    ['tiles', '🎉'.repeat(60)],
  ])('a fitted sign never exceeds its width: %s', (_, message) => {
    for (const maxWidth of [120, 320, 700]) {
      const sign = fitSign(message, { ...box, maxWidth });
      const scale = sign.cap / 100;
      expect(sign.width * scale).toBeLessThanOrEqual(maxWidth + 0.01);
      expect(text(sign).join('')).toBe(lettersOf(message).join(''));
      expect(sign.lines.flatMap((line) => line.letters.map((letter) => letter.index))).toEqual(
        lettersOf(message).map((_letter, i) => i),
      );
    }
  });

  it('stays within the maximum height', () => {
    const sign = fitSign('W '.repeat(60), box);
    expect((sign.height * sign.cap) / 100).toBeLessThanOrEqual(250);
  });

  it('adds height for a line with accents', () => {
    const plain = fitSign('QUINCEANERA', { ...box, maxWidth: 2000 });
    const marked = fitSign('QUINCEAÑERA', { ...box, maxWidth: 2000 });
    expect(marked.height - plain.height).toBe(40);
  });
});

/** Hue of a color in degrees. */
function hueOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue) || 1;
  if (most === red) return 60 * ((green - blue) / span);
  return most === green ? 60 * (2 + (blue - red) / span) : 60 * (4 + (red - green) / span);
}

/** Distance between the hues of two colors, in degrees. */
function distance(one: string, other: string): number {
  const apart = Math.abs(hueOf(one) - hueOf(other)) % 360;
  return Math.min(apart, 360 - apart);
}

describe('looks', () => {
  it('reduces detail as letters get smaller', () => {
    expect([100, 64, 63, 40, 39, 28, 27, 20, 19].map((cap) => lookOf('lit', 'night', cap).detail)).toEqual([
      4, 4, 3, 3, 2, 2, 1, 1, 0,
    ]);
    expect(lookOf('lit', 'night', 40)).toMatchObject({ air: 0.2, thinning: 0, tube: false });
    expect(lookOf('lit', 'night', 39)).toMatchObject({ air: 0, thinning: 19 });
    expect(lookOf('lit', 'night', 27).side).toBeNull();
    expect(lookOf('lit', 'night', 19).tube).toBe(true);
  });

  it('glows less on a light page', () => {
    const [night, paper] = [lookOf('lit', 'night', 80), lookOf('lit', 'paper', 80)];
    expect(paper.air).toBeLessThan(night.air);
    expect(paper.pool).toEqual(night.pool);
  });

  it('shows no light in unlit letters', () => {
    const look = lookOf('unlit', 'night', 100, { color: '#c1121f' });
    expect(look).toMatchObject({ lit: false, air: 0, rainbow: false });
    expect(distance(look.panel, '#c1121f')).toBeLessThan(2);
    expect(lookOf('unlit', 'night', 100).core).toBe('#cdc6b8');
  });

  it('lights white boxes with the light of the finish', () => {
    const [warm, cool, red] = ['Warm white', 'Cool white', 'Red'].map((finish) =>
      lookOf('lit', 'night', 80, { finish }),
    );
    expect(warm?.pool).toEqual(lookOf('lit', 'night', 80).pool);
    expect(new Set([warm?.glow, cool?.glow, red?.glow]).size).toBe(3);
    expect(distance(red?.panel ?? '', '#ff0000')).toBeLessThan(12);
  });

  it.each(['#e8a9a4', '#8fa382', '#d4af37', '#b76e79', '#1f2a56', '#c1121f'])(
    'painted letters keep the hue of their swatch %s',
    (color) => {
      const { panel, lip, side } = lookOf('lit', 'night', 80, { color });
      for (const part of [panel, ...lip, ...(side ?? [])]) expect(distance(part, color)).toBeLessThan(20);
    },
  );

  it.each(['#000000', '#ffffff', '#808080', '#c1121f'])('derives colors from the paint %s', (color) => {
    const { pool, panel, wall, shade, lip, ring, core, glow } = lookOf('lit', 'night', 80, { color });
    for (const derived of [...pool, panel, wall, shade, ...lip, ring, core, glow]) {
      expect(derived).toMatch(/^#[0-9a-f]{6}$/);
    }
  });

  it('recognizes changing colors and neon', () => {
    expect(lookOf('lit', 'night', 80, { finish: 'RGB' }).rainbow).toBe(true);
    expect(lookOf('lit', 'night', 80, { finish: 'Neon' }).tube).toBe(true);
  });

  it('sizes with the same level of detail share one look', () => {
    expect(lookOf('lit', 'night', 80)).toBe(lookOf('lit', 'night', 120));
  });
});

describe('several texts', () => {
  it('are stacked to scale, with consecutive letter indexes', () => {
    const box = { height: 100, maxWidth: 1000, maxHeight: 1000 };
    const sign = fitSign(
      [
        { message: 'Love', scale: 1 },
        { message: '2027', scale: 0.5 },
      ],
      box,
    );
    expect(text(sign)).toEqual(['LOVE', '2027']);
    expect(sign.lines.map(({ scale, text: at }) => [scale, at])).toEqual([
      [1, 0],
      [0.5, 1],
    ]);
    expect(sign.lines[1]?.letters[0]?.index).toBe(4);
    const [one, other] = [fitSign('Love', box), fitSign('2027', box)];
    expect(sign.width).toBe(Math.max(one.width, other.width / 2));
    expect(sign.height).toBeLessThan(one.height + other.height);
  });
});
