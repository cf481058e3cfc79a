import { type RefObject, useEffect, useRef, useState } from 'react';

/** Distance from the visible part of the page at which content starts to load. */
const AHEAD = '200px';

/**
 * Whether an element has been near the visible part of the page, with the ref for it. `initially` skips the wait.
 *
 * The Tab key counts too: it moves the focus to the next control that exists, so all of them have to.
 */
export function useNear<Place extends HTMLElement>(initially = false): [RefObject<Place | null>, boolean] {
  const place = useRef<Place>(null);
  const [near, setNear] = useState(initially);
  useEffect(() => {
    const element = place.current;
    if (element === null || near) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') setNear(true);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      observer.disconnect();
      document.removeEventListener('keydown', onKey);
    };
  }, [near]);
  return [place, near];
}
