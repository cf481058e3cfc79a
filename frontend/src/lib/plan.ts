const suffixes: Readonly<Record<string, string>> = { monthly: '/mo', quarterly: '/quarter', annual: '/year' };

/** Billing interval suffix of a plan's price (specification, section 9). */
export function intervalSuffix(interval: string): string {
  return suffixes[interval] ?? `/${interval}`;
}

/** Feature list of a plan, including its photo storage if not the default. */
export function linesOf({
  features,
  storageMegabytes,
}: {
  features: unknown;
  storageMegabytes?: number | null;
}): string[] {
  const storage =
    typeof storageMegabytes === 'number' ? [`${formatMegabytes(storageMegabytes)} of photo storage`] : [];
  return [...featuresOf(features), ...storage];
}

/** Format megabytes: "12.5 MB", "1.5 GB". */
export function formatMegabytes(megabytes: number): string {
  const [size, unit] = megabytes >= 1000 ? [megabytes / 1000, 'GB'] : [megabytes, 'MB'];
  return `${size.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`;
}

/**
 * Plan features as a list of texts, from any stored form: an object with `items`, a list, or either as a JSON
 * string. Text that is not JSON is split by commas; non-text entries are skipped.
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
