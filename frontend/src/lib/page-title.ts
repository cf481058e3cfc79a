import { useEffect } from 'react';
import { siteName } from './site-name';

const product = `${siteName} · Marquee letter rental management`;

/** Names the page in the browser's tab; without a name the tab has the product's own title. */
export function usePageTitle(name?: string): void {
  useEffect(() => {
    document.title = name === undefined ? product : `${name} · ${siteName}`;
  }, [name]);
}
