import { useEffect } from 'react';
import { siteName } from './site-name';

const product = `${siteName} · Marquee letter rental management`;

/** Sets the document title; without a name, the product's title. */
export function usePageTitle(name?: string): void {
  useEffect(() => {
    document.title = name === undefined ? product : `${name} · ${siteName}`;
  }, [name]);
}
