import { useRef } from 'react';

/**
 * Gives the focus back to whatever had it when a dialog opened.
 *
 * Radix does so for a dialog with a trigger of its own; ours are opened by state. Where the opener is gone by then, a
 * row that was removed for example, the page's content takes the focus, so that the keyboard does not start over.
 */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: ({ currentTarget }: Event) => {
      const { activeElement } = document;
      const inside = currentTarget instanceof Node && currentTarget.contains(activeElement);
      if (activeElement instanceof HTMLElement && !inside) {
        opener.current = activeElement;
      }
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      opener.current?.focus({ preventScroll: true });
      const { activeElement, body } = document;
      if (activeElement === null || activeElement === body) {
        document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
      }
    },
  };
}
