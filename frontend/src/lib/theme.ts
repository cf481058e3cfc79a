export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Also read by src/app/theme-init.js, which runs before this module is loaded. */
const key = 'marqueedesk.theme';

function isTheme(value: unknown): value is Theme {
  return themes.some((theme) => theme === value);
}

/** The theme chosen on this device; "system" when none was chosen or storage is closed. */
export function chosenTheme(): Theme {
  try {
    const stored = localStorage.getItem(key);
    return isTheme(stored) ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** Shows a theme at once and remembers it where the browser allows. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
  try {
    if (theme === 'system') {
      localStorage.removeItem(key);
    } else {
      localStorage.setItem(key, theme);
    }
  } catch {
    // The choice then lasts as long as the page does.
  }
}
