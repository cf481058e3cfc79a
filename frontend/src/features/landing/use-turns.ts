import { type RefObject, useEffect, useState } from 'react';

/**
 * Counts on every `ms` while `on` and while the element can be seen: in the window, in a tab that is shown.
 *
 * Stands still at 0 for people who want less motion.
 */
export function useTurns(seen: RefObject<Element | null>, ms: number, on: boolean): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const element = seen.current;
    if (!on || element === null || window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) {
      return;
    }
    let inView = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    const settle = () => {
      const runs = inView && document.visibilityState === 'visible';
      if (runs && timer === undefined) {
        timer = setInterval(() => setTurn((count) => count + 1), ms);
      } else if (!runs) {
        clearInterval(timer);
        timer = undefined;
      }
    };
    const observer = new IntersectionObserver((entries) => {
      inView = entries.at(-1)?.isIntersecting ?? false;
      settle();
    });
    observer.observe(element);
    document.addEventListener('visibilitychange', settle);
    return () => {
      clearInterval(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', settle);
    };
  }, [seen, ms, on]);
  return turn;
}
