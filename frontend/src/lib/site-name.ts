/** Name of the installation, written into the page by the server. At build time, the product's own name. */
export const siteName: string =
  (typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content) ?? 'MarqueeDesk';
