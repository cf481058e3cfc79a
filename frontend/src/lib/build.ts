/** Version, commit and date of these pages, such as `1.0.0 (810837b, 2026-11-29)`; undefined during development. */
export const pagesBuild: string | undefined =
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;

/** Format a build like {@link pagesBuild}. */
export function formatBuild(
  version: string,
  commit: string | null | undefined,
  date: string | null | undefined,
): string {
  const known = [commit, date].filter(Boolean).join(', ');
  return known === '' ? version : `${version} (${known})`;
}
