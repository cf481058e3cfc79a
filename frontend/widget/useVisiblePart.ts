import { useEffect, useState } from 'react';

/** Interval of the checks on sites that do not report scrolling: a frame gets no event when the page scrolls. */
const LOOK_MS = 200;
const SCROLLED = 'marqueedesk:scrolled';

/**
 * The visible part of an embedded form, while `watch`: the number of pixels hidden below it.
 *
 * An embedded form is as tall as its content, and the screen shows only a part. Anything at the bottom of the
 * form would often be off the screen.
 */
export function useVisiblePart(watch: boolean): { readonly hiddenBelow: number } {
  const [hiddenBelow, setHiddenBelow] = useState(0);
  useEffect(() => {
    if (!watch || window.parent === window || !('IntersectionObserver' in window)) return;
    // The only way for an iframe to detect which part of it is visible on any embedding site.
    const observer = new IntersectionObserver((entries) => {
      for (const { intersectionRect } of entries) {
        if (intersectionRect.height > 0) {
          setHiddenBelow(Math.max(0, Math.round(window.innerHeight - intersectionRect.bottom)));
        }
      }
    });
    const look = () => {
      observer.disconnect();
      observer.observe(document.documentElement);
    };
    // embed.js reports that its page has scrolled. The message only triggers a check, so any sender may post it.
    const onMessage = ({ data }: MessageEvent) => data?.type === SCROLLED && look();
    look();
    const timer = setInterval(look, LOOK_MS);
    window.addEventListener('message', onMessage);
    return () => {
      clearInterval(timer);
      window.removeEventListener('message', onMessage);
      observer.disconnect();
    };
  }, [watch]);
  return { hiddenBelow };
}
