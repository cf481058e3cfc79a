/** One short, announced message at a time; it disappears after five seconds or when swiped away. */

import { useEffect, useState } from 'react';
import { AROUND } from '@/booking-form/lazy-texts';
import { useToastMotion } from '@/lib/toast-motion';
import { CloseIcon } from './icons';
import type { ToastsProps } from './useToast';

/** A frame gets no event when the page around it scrolls, so this polls. */
const LOOK_MS = 200;

/**
 * Pixels of this window that lie below its visible part, while `watch`.
 *
 * An embedded form is as tall as its content, and the screen shows only a part. A toast at the bottom of the
 * form would often be off the screen.
 */
function useHiddenBelow(watch: boolean): number {
  const [hidden, setHidden] = useState(0);
  useEffect(() => {
    if (!watch || window.parent === window || !('IntersectionObserver' in window)) return;
    // The only way for an iframe to detect which part of it is visible on any embedding site.
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

export function Toasts({ toast, dismiss }: ToastsProps) {
  const motion = useToastMotion(toast, dismiss);
  const bottom = useHiddenBelow(toast !== null);
  return (
    <section
      className="toasts"
      style={{ bottom }}
      ref={motion.region}
      tabIndex={-1}
      aria-label={AROUND.notifications}
    >
      {toast && (
        <div
          className={`toast${toast.bad ? ' bad' : ''}`}
          role={toast.bad ? 'alert' : 'status'}
          {...motion.toast}
        >
          <div>
            <strong>{toast.title}</strong>
            <p>{toast.description}</p>
          </div>
          <button type="button" className="turn" aria-label={AROUND.close} onClick={motion.close}>
            <CloseIcon />
          </button>
        </div>
      )}
    </section>
  );
}
