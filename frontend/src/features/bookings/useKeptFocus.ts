import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus where it was in a list whose rows change places: a row that moves is taken out and put in again, which
 * the browser takes for the end of the focus, without saying so.
 */
export function useKeptFocus() {
  const focused = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = focused.current;
    if (element?.isConnected && document.activeElement === document.body) {
      element.focus({ preventScroll: true });
    }
  });
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = target;
    },
    onBlur: () => {
      focused.current = null;
    },
  };
}
