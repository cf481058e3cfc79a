import { useEffect } from 'react';
import { addStyles } from '@/lib/add-styles';

/**
 * Stands in for react-style-singleton, with which Radix keeps the page behind a dialog from scrolling: that one adds
 * style elements, which the Content-Security-Policy refuses, and this one makes the same sheets by script.
 *
 * Answers a component for one kind of sheet. However many are on the page, the first one's sheet is there, until the
 * last one goes.
 */
export function styleSingleton() {
  let shown = 0;
  let remove = () => {};
  return function Sheet({ styles }: { styles: string }) {
    // biome-ignore lint/correctness/useExhaustiveDependencies: the first sheet stays as it is
    useEffect(() => {
      if (shown === 0) {
        remove = addStyles(styles);
      }
      shown += 1;
      return () => {
        shown -= 1;
        if (shown === 0) {
          remove();
        }
      };
    }, []);
    return null;
  };
}
