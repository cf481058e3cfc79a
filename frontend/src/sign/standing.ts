/** A rental's sign from the server's description: its texts stacked to scale. */

import type { Format } from '@/lib/format';
import { counted, span } from '@/lib/words';
import { widthInFeet } from './layout';
import type { SignLine } from './MarqueeSign';

export interface StandingText {
  readonly text: string;
  /** Name of the size on the price list. */
  readonly size: string;
  readonly heightInches: number;
  /** #rrggbb; null if it does not change the look. */
  readonly color: string | null;
  /** Name of the finish, including the default one. */
  readonly finish: string;
  /** Letters in another finish; `index` counts from 0, without spaces. */
  readonly exceptions?: readonly { readonly index: number; readonly finish: string }[];
  /** True for letters to draw without lights. */
  readonly unlit?: boolean;
}

/** Gap between the texts of a sign, in inches. */
const GAP = 4;

/** Lines to draw, scaled relative to the tallest letters. */
export function standingLines(texts: readonly StandingText[]): SignLine[] {
  const highest = Math.max(1, ...texts.map(({ heightInches }) => heightInches));
  return texts.map(({ text, heightInches, color, finish, exceptions = [], unlit }) => ({
    message: text,
    scale: heightInches / highest,
    color,
    finish,
    ...(exceptions.length > 0 && { exceptions }),
    ...(unlit && { unlit }),
  }));
}

/** "6 letters in 4 ft, about 25 ft wide"; for several texts, their total width and height. */
export function standingWords(format: Format, texts: readonly StandingText[], letterCount: number): string {
  const feet = Math.max(0, ...texts.map(({ text, heightInches }) => widthInFeet(text, heightInches / 12)));
  const sizes = [...new Set(texts.map(({ size }) => size))];
  const base = counted(letterCount, 'letter') + (sizes.length === 1 ? ` in ${sizes[0]}` : '');
  if (!(feet > 0)) return base;
  const wide = `${base}, about ${span(format, feet)} wide`;
  if (texts.length < 2) return wide;
  const inches = texts.reduce((sum, { heightInches }) => sum + heightInches, (texts.length - 1) * GAP);
  return `${wide} and ${span(format, inches / 12)} high`;
}
