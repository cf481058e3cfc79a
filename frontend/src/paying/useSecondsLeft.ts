import { useEffect, useRef, useState } from 'react';

/**
 * Seconds left of a period, counted from when `from` was received; null without one. Counts on the device's
 * clock, so neither a wrong clock nor another time zone matters. `onEnd` is called once at the end.
 */
export function useSecondsLeft(from: { readonly seconds: number } | null, onEnd: () => void): number | null {
  const [left, setLeft] = useState(from?.seconds ?? null);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    setLeft(from?.seconds ?? null);
    if (!from?.seconds) return;
    const until = Date.now() + from.seconds * 1000;
    let over = false;
    const tick = () => {
      if (over) return;
      const now = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(now);
      if (now > 0) return;
      over = true;
      clearInterval(timer);
      end.current();
    };
    const timer = setInterval(tick, 1000);
    // Timers pause in a background tab.
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [from]);
  return left;
}
