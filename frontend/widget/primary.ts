/** Puts the color of the address on the page, through the style object and never as text. */
import { contrast, hexFromRgb, type Rgb, readableOn, textOn } from './color';

const DEFAULT_PRIMARY: Rgb = [79, 70, 229];
/** The surfaces behind text in the primary color, in the two themes (see widget.css). */
const LIGHT_SURFACE: Rgb = [251, 248, 242];
const DARK_SURFACE: Rgb = [33, 28, 48];

/** With less contrast than this a button is hard to tell from the card behind it. */
const VISIBLE = 2;

/** Puts the primary color of the address, or ours, on `root` with what has to be readable with it. */
export function applyColour(root: HTMLElement, wanted: Rgb | null): void {
  const primary = wanted ?? DEFAULT_PRIMARY;
  const onLight = readableOn(LIGHT_SURFACE, primary);
  const onDark = readableOn(DARK_SURFACE, primary);
  const values = {
    '--primary': primary,
    '--on-primary': textOn(primary),
    '--primary-on-light': onLight,
    '--primary-on-dark': onDark,
    '--rim-on-light': contrast(LIGHT_SURFACE, primary) < VISIBLE ? onLight : primary,
    '--rim-on-dark': contrast(DARK_SURFACE, primary) < VISIBLE ? onDark : primary,
  };
  for (const [name, color] of Object.entries(values)) root.style.setProperty(name, hexFromRgb(color));
}
