export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Also read by src/app/theme-init.js, which runs before this module loads. */
const key = 'marqueedesk.theme';

function isTheme(value: unknown): value is Theme {
  return themes.some((theme) => theme === value);
}

/** Theme chosen on this device; "system" if none was chosen or storage is unavailable. */
export function chosenTheme(): Theme {
  try {
    const stored = localStorage.getItem(key);
    return isTheme(stored) ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** Apply a theme and store it if the browser allows. */
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
    // The choice then lasts until the page is closed.
  }
}
