const suffixes: Readonly<Record<string, string>> = { monthly: '/mo', quarterly: '/quarter', annual: '/year' };

/** What follows a plan's price: how often it is due (specification, section 9). */
export function intervalSuffix(interval: string): string {
  return suffixes[interval] ?? `/${interval}`;
}

/** The lines of a plan's card: its features, and its storage for pictures where it is not the usual. */
export function linesOf({
  features,
  storageMegabytes,
}: {
  features: unknown;
  storageMegabytes?: number | null;
}): string[] {
  const storage =
    typeof storageMegabytes === 'number' ? [`${formatMegabytes(storageMegabytes)} of picture storage`] : [];
  return [...featuresOf(features), ...storage];
}

/** A number of megabytes: "12.5 MB", "1.5 GB". */
export function formatMegabytes(megabytes: number): string {
  const [size, unit] = megabytes >= 1000 ? [megabytes / 1000, 'GB'] : [megabytes, 'MB'];
  return `${size.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`;
}

/**
 * The features of a plan as a list of texts, whichever way they are stored: an object with `items`, a list, or either
 * of them as JSON in a string. A text that is no JSON is a list of its own, parted by commas; what is no text is left out.
 */
export function featuresOf(stored: unknown): string[] {
  if (typeof stored === 'string') {
    return featuresOf(parsed(stored) ?? stored.split(','));
  }
  if (Array.isArray(stored)) {
    const texts = stored.flatMap((item) => (typeof item === 'string' ? [item.trim()] : []));
    return [...new Set(texts)].filter((text) => text !== '');
  }
  return typeof stored === 'object' && stored !== null && 'items' in stored ? featuresOf(stored.items) : [];
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
