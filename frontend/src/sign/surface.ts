/** Current page theme: the visitor's setting, or the override on the root element. */
import { useSyncExternalStore } from 'react';

export type Surface = 'night' | 'paper';

function pageIsDark(): boolean {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'dark' || chosen === 'light') return chosen === 'dark';
  return window.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false;
}

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia?.('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(changed);
  media?.addEventListener('change', changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    media?.removeEventListener('change', changed);
    observer.disconnect();
  };
}

/** True while the page is dark; re-renders on a change. */
export function useDarkPage(): boolean {
  return useSyncExternalStore(subscribe, pageIsDark, () => false);
}

/** The surface under a sign; "auto" follows the page's theme. */
export function useSurface(surface: Surface | 'auto'): Surface {
  const dark = useDarkPage();
  if (surface !== 'auto') return surface;
  return dark ? 'night' : 'paper';
}
