import { useEffect, useState } from 'react';

/** A frame gets no event when the page around it scrolls, so this polls. */
const LOOK_MS = 200;

interface VisiblePart {
  /** Pixels of this window that lie below its visible part. */
  readonly hiddenBelow: number;
  /** True if the submit button is in the visible part. */
  readonly submitSeen: boolean;
}

/**
 * The visible part of an embedded form, while `watch`.
 *
 * An embedded form is as tall as its content, and the screen shows only a part. Anything at the bottom of the
 * form would often be off the screen.
 */
export function useVisiblePart(watch: boolean): VisiblePart {
  const [part, setPart] = useState<VisiblePart>({ hiddenBelow: 0, submitSeen: false });
  useEffect(() => {
    if (!watch || window.parent === window || !('IntersectionObserver' in window)) return;
    const change = (next: Partial<VisiblePart>) =>
      setPart((before) => {
        const after = { ...before, ...next };
        const same = after.hiddenBelow === before.hiddenBelow && after.submitSeen === before.submitSeen;
        return same ? before : after;
      });
    // The only way for an iframe to detect which part of it is visible on any embedding site.
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting, intersectionRect } of entries) {
        if (target !== document.documentElement) change({ submitSeen: isIntersecting });
        else if (intersectionRect.height > 0) {
          change({ hiddenBelow: Math.max(0, window.innerHeight - intersectionRect.bottom) });
        }
      }
    });
    const look = () => {
      observer.disconnect();
      observer.observe(document.documentElement);
      const submit = document.querySelector('.submit');
      if (submit) observer.observe(submit);
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => {
      clearInterval(timer);
      observer.disconnect();
    };
  }, [watch]);
  return part;
}
