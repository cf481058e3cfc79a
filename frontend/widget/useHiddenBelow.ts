/**
 * A form in another page is as tall as its content, and the screen shows a part of it. What keeps to the bottom of the
 * form would then often be where nobody looks.
 */
import { useEffect, useState } from 'react';

/** A frame gets no event when the page around it scrolls, so this checks again and again. */
const LOOK_MS = 200;

/** How much of this window lies below what can be seen of it, in pixels; looked at while `watch`. */
export function useHiddenBelow(watch: boolean): number {
  const [hidden, setHidden] = useState(0);
  useEffect(() => {
    if (!watch || window.parent === window || !('IntersectionObserver' in window)) return;
    // The only way for a frame to learn which part of it is on the screen, whatever site is around it.
    const observer = new IntersectionObserver((entries) => {
      const seen = entries.at(-1)?.intersectionRect;
      if (seen && seen.height > 0) setHidden(Math.max(0, window.innerHeight - seen.bottom));
    });
    const look = () => {
      observer.disconnect();
      observer.observe(document.documentElement);
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => {
      clearInterval(timer);
      observer.disconnect();
    };
  }, [watch]);
  return hidden;
}
