/** An operator's own color, validated and adjusted for contrast. */

export type Rgb = readonly [red: number, green: number, blue: number];

const WHITE: Rgb = [255, 255, 255];
const INK: Rgb = [21, 18, 31];
/** Minimum contrast of text (WCAG AA). */
const READABLE = 4.5;

/** Parse "#4F46E5", "4F46E5" or "#45E"; anything else is null and never reaches the page. */
export function rgbFromHex(text: string): Rgb | null {
  const [, hex] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  if (hex === undefined) return null;
  const long = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
  const value = Number.parseInt(long, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export function hexFromRgb(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two colors, 1 to 21 (WCAG 2). */
export function contrast(a: Rgb, b: Rgb): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** White or ink, whichever has more contrast on the color. */
export function textOn(color: Rgb): Rgb {
  return contrast(WHITE, color) >= contrast(INK, color) ? WHITE : INK;
}

/** Shift the color towards white or black until it is readable as text on `surface`. */
export function readableOn(surface: Rgb, color: Rgb): Rgb {
  const target: Rgb = luminance(surface) > 0.5 ? [0, 0, 0] : WHITE;
  for (let share = 0; share < 1; share += 0.05) {
    const [r, g, b] = color.map((part, i) => part + ((target[i] ?? 0) - part) * share);
    const mixed: Rgb = [r ?? 0, g ?? 0, b ?? 0];
    if (contrast(mixed, surface) >= READABLE) return mixed;
  }
  return target;
}
