import { useRef } from 'react';

/**
 * Returns focus to the element that had it when a dialog opened.
 *
 * Radix does this only for dialogs with their own trigger; ours open by state. If the element is gone, such
 * as a deleted row, the page content gets focus so that keyboard users do not start over.
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
