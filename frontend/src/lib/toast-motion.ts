/** Toast dismissal by timeout, swipe or button, shared by the app and the public form. */
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Display time of a toast in milliseconds (specification, section 9). */
export const TOAST_DURATION = 5000;
/** Display time of a toast with a button, such as Undo, in milliseconds. */
export const ANSWERABLE_DURATION = 10_000;
/** Swipe distance to the right that dismisses a toast, in pixels (section 9). */
const SWIPE_THRESHOLD = 50;

/**
 * Timing, keys and swipes of the visible toast. `shown` identifies the toast and is null if there is none;
 * `dismiss` must be stable across renders. With an infinite `duration`, the toast stays until it is dismissed
 * or replaced.
 *
 * F8 moves focus to the region. Hovering or focusing a toast pauses its timer, which restarts afterwards.
 * Escape is ignored unless the toast has focus, because it belongs to the open dialog or menu.
 */
export function useToastMotion(shown: unknown, dismiss: () => void, duration = TOAST_DURATION) {
  const region = useRef<HTMLElement>(null);
  const start = useRef<number | null>(null);
  const [offset, setOffset] = useState(0);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = pointed || focused;

  // Attach listeners in the same frame in which the toast becomes visible.
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
      // A toast removed under the pointer or focus fires no leave event.
      setPointed(false);
      setFocused(false);
      return;
    }
    if (held || duration === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(dismiss, duration);
    return () => clearTimeout(timer);
  }, [shown, held, dismiss, duration]);

  const close = () => {
    // Keep focus in the region when the focused toast is removed, instead of losing it to the top of the
    // page.
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
        // A swipe may leave the toast, but a press on its button must remain a click.
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
