import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Meta tag with the version, commit and date that the pages are built from, which the footer shows. */
export function buildTag(): string {
  const version = /__version__ = "(.+)"/.exec(readFileSync(`${root}marqueedesk/__init__.py`, 'utf8'))?.[1];
  const known = commitAndDate();
  return `<meta name="build" content="${version}${known === '' ? '' : ` (${known})`}" />`;
}

/** From MARQUEEDESK_BUILD_COMMIT and MARQUEEDESK_BUILD_DATE, otherwise from Git; empty if neither is available. */
function commitAndDate(): string {
  const { MARQUEEDESK_BUILD_COMMIT: commit, MARQUEEDESK_BUILD_DATE: date } = process.env;
  if (commit && date) {
    return `${commit.slice(0, 7)}, ${date}`;
  }
  try {
    return execFileSync('git', ['log', '-1', '--abbrev=7', '--format=%h, %cs'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}
