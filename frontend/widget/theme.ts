/** Puts theme and colour of the address on the page, through the style object and never as text. */
import { hexFromRgb, type Rgb, readableOn, textOn } from './colour';
import type { FormParams } from './params';

const DEFAULT_PRIMARY: Rgb = [79, 70, 229];
/** The surfaces that text in the primary colour stands on, in the two themes (see widget.css). */
const LIGHT_SURFACE: Rgb = [251, 248, 242];
const DARK_SURFACE: Rgb = [33, 28, 48];

/**
 * Sets the theme that the address asks for, else follows the visitor's system, also when it changes.
 */
export function applyTheme(root: HTMLElement, params: Pick<FormParams, 'theme' | 'primaryColor'>): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    root.dataset.theme = params.theme ?? (system.matches ? 'dark' : 'light');
  };
  show();
  if (params.theme === null) system.addEventListener('change', show);
  const primary = params.primaryColor ?? DEFAULT_PRIMARY;
  const values = {
    '--primary': primary,
    '--on-primary': textOn(primary),
    '--primary-on-light': readableOn(LIGHT_SURFACE, primary),
    '--primary-on-dark': readableOn(DARK_SURFACE, primary),
  };
  for (const [name, colour] of Object.entries(values)) root.style.setProperty(name, hexFromRgb(colour));
}
