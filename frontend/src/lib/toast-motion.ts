/**
 * How a toast leaves: after its time, by a swipe or by its button; the same in the app and the public form.
 */
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How long a toast stays on the screen, in milliseconds (specification, section 9). */
export const TOAST_DURATION = 5000;
/** How long a toast with a button stays, such as one that offers to undo what it reports. */
export const ANSWERABLE_DURATION = 10_000;
/** How far to the right a toast is swept to send it away, in pixels (section 9). */
const SWIPE_THRESHOLD = 50;

/**
 * Time, keys and swipes of the one toast that is shown. `shown` tells toasts apart and is null while there is none;
 * `dismiss` is stable across renders. Without an end to its `duration`
 * it stays until it is sent away, or the next one comes.
 *
 * F8 moves the focus to the region. Pointing at a toast or having the focus in it holds it; afterwards its time starts
 * again. Escape is left alone, unless the focus is in the toast: it belongs to the dialog or menu that is open.
 */
export function useToastMotion(shown: unknown, dismiss: () => void, duration = TOAST_DURATION) {
  const region = useRef<HTMLElement>(null);
  const start = useRef<number | null>(null);
  const [offset, setOffset] = useState(0);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = pointed || focused;

  // Listening as soon as a toast can be seen, and not a frame later.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'F8') region.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    setOffset(0);
    if (shown === null) {
      // A toast that goes away under the pointer or the focus never says that they have left.
      setPointed(false);
      setFocused(false);
      return;
    }
    if (held || duration === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(dismiss, duration);
    return () => clearTimeout(timer);
  }, [shown, held, dismiss, duration]);

  const close = () => {
    // The focus of a toast that goes away stays in the region, and does not fall back to the top of the page.
    if (region.current?.contains(document.activeElement)) region.current.focus();
    dismiss();
  };
  const release = () => {
    if (offset >= SWIPE_THRESHOLD) close();
    start.current = null;
    setOffset(0);
  };
  return {
    region,
    close,
    toast: {
      style: offset > 0 ? { transform: `translateX(${offset}px)` } : {},
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
      onKeyDown: (event: { key: string }) => {
        if (event.key === 'Escape') close();
      },
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        start.current = event.clientX;
        // A swipe may leave the toast; a press on its button must still be the button's.
        const onButton = event.target instanceof Element && event.target.closest('button') !== null;
        if (!onButton) event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (start.current !== null) setOffset(Math.max(0, event.clientX - start.current));
      },
      onPointerUp: release,
      onPointerCancel: release,
    },
  };
}
