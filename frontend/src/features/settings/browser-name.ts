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

/** What a browser calls itself, in words: "Chrome on Windows". The order matters, most claim to be several. */
export function browserName(agent: string | null): string {
  if (agent === null) {
    return 'Unknown browser';
  }
  const named = (list: typeof browsers) => list.find(([pattern]) => pattern.test(agent))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser === undefined) {
    // A program names itself before the first slash.
    return /^[\w.+-]{1,30}/.exec(agent)?.[0] ?? 'Unknown browser';
  }
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** True for what is carried in a pocket. */
export function isPhone(agent: string | null): boolean {
  return agent !== null && /\b(iPhone|Android|Mobile)\b/.test(agent);
}

/** How long ago something was: "just now", "5 minutes ago", "yesterday". */
export function ago(instant: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(instant)) / 60_000);
  if (minutes < 2) {
    return 'just now';
  }
  const format = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
  if (minutes < 60) {
    return format.format(-minutes, 'minute');
  }
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? format.format(-hours, 'hour') : format.format(-Math.floor(hours / 24), 'day');
}
