/**
 * What the installation is called. The server writes it into the page; while pages are built there is none, and they
 * carry the product's own.
 */
export const siteName: string =
  (typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content) ?? 'MarqueeDesk';
