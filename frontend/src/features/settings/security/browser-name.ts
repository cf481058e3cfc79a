const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Return a browser's name from its user agent: "Chrome on Windows". The order of the checks matters, because
 * most user agents name several browsers.
 */
export function browserName(agent: string | null): string {
  if (agent === null) {
    return 'Unknown browser';
  }
  const named = (list: typeof browsers) => list.find(([pattern]) => pattern.test(agent))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser === undefined) {
    // Other programs put their name before the first slash.
    return /^[\w.+-]{1,30}/.exec(agent)?.[0] ?? 'Unknown browser';
  }
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** Return whether the user agent is that of a phone. */
export function isPhone(agent: string | null): boolean {
  return agent !== null && /\b(iPhone|Android|Mobile)\b/.test(agent);
}
