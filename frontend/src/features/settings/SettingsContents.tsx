import { type RefObject, useEffect } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { pageOfPart, partsOf } from '@/api/settings-parts';
import type { User } from '@/api/types';
import { paths } from '@/lib/paths';

/** Links to the cards of a settings page with more than two. */
export function SettingsContents({ tab, user }: { tab: string; user: User }) {
  const parts = partsOf(user).filter((part) => part.tab === tab);
  if (parts.length < 3) return null;
  return (
    <nav aria-label="On this page" className="pt-6">
      <ul className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
        {parts.map(({ anchor, title }) => (
          <li key={anchor}>
            <Link
              to={`${paths.settings}?tab=${tab}#${anchor}`}
              className="rounded-sm text-link hover:underline"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Opens the page that a card is on if the address names the page that it used to be on. */
export function useMovedParts(): void {
  const { hash } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const tab = params.get('tab') ?? '';
  const now = hash === '' ? tab : pageOfPart(tab, hash.slice(1));
  useEffect(() => {
    if (now !== tab) void navigate({ search: `?tab=${now}`, hash }, { replace: true });
  }, [now, tab, hash, navigate]);
}

/** Scrolls to the card named in the address and focuses it, as soon as the page has loaded it. */
export function useScrollToPart(page: RefObject<HTMLElement | null>): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link can be followed again.
  useEffect(() => {
    const anchor = hash.slice(1);
    if (page.current === null || anchor === '') return;
    const show = () => {
      const part = document.getElementById(anchor);
      if (part === null || !page.current?.contains(part)) return false;
      part.classList.add('scroll-mt-24');
      part.tabIndex = -1;
      part.focus({ preventScroll: true });
      part.scrollIntoView({ block: 'start' });
      return true;
    };
    if (show()) return;
    const observer = new MutationObserver(() => {
      if (show()) observer.disconnect();
    });
    observer.observe(page.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [hash, key, page]);
}
