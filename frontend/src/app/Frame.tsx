import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';

/** Wrapper of every page. Moves focus to the content on navigation, as a browser does on page load. */
export function Frame() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname) {
      shown.current = pathname;
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    }
  }, [pathname]);
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-bulb px-4 py-2 font-medium text-night focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
