/** Applies the color from the form's URL, through the style object and never as CSS text. */
import { contrast, hexFromRgb, type Rgb, readableOn, textOn } from './color';

const DEFAULT_PRIMARY: Rgb = [79, 70, 229];
/** Surfaces behind text in the primary color, in the two themes (see widget.css). */
const LIGHT_SURFACE: Rgb = [251, 248, 242];
const DARK_SURFACE: Rgb = [33, 28, 48];

/** Minimum contrast between a button and the card behind it. */
const VISIBLE = 2;

/** Set the primary color on `root`, from the URL or the default, with matching readable colors. */
export function applyColour(root: HTMLElement, rgb: Rgb | null): void {
  const primary = rgb ?? DEFAULT_PRIMARY;
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
