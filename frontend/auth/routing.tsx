import { type ComponentProps, useEffect } from 'react';
import { carryToast } from '@/ui/toast-store';

/** Replaces the app's router on the pages for signing in: every navigation loads a page. */
export function Link({ to, ...props }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  return <a href={to} {...props} />;
}

/** Loads another page. A toast that was just shown appears there. */
function load(to: string, { replace = false }: { replace?: boolean } = {}): void {
  carryToast();
  if (replace) {
    window.location.replace(to);
  } else {
    window.location.assign(to);
  }
}

export function useNavigate() {
  return load;
}

export function Navigate({ to, replace = false }: { to: string; replace?: boolean }) {
  useEffect(() => load(to, { replace }), [to, replace]);
  return null;
}

/** The page's query. It is read-only, because no page for signing in changes its own. */
export function useSearchParams(): [URLSearchParams] {
  return [new URLSearchParams(window.location.search)];
}

/** The page's address. A loaded page has no state of its own. */
export function useLocation() {
  return { pathname: window.location.pathname, state: null };
}

/** Blocks nothing: browsers ask themselves before a page with unsaved input is left (`beforeunload`). */
export function useBlocker(): { state: 'unblocked'; reset?: () => void; proceed?: () => void } {
  return { state: 'unblocked' };
}
