const suffixes: Readonly<Record<string, string>> = { monthly: '/mo', quarterly: '/quarter', annual: '/year' };

/** What follows a plan's price: how often it is due (specification, section 9). */
export function intervalSuffix(interval: string): string {
  return suffixes[interval] ?? `/${interval}`;
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
