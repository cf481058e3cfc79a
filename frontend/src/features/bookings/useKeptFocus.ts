import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/**
 * Keep the focus in a list when rows are reordered: moving a row detaches its element, and the browser then
 * drops the focus without a blur event.
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
