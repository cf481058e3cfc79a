import { useEffect } from 'react';
import { addStyles } from '@/lib/add-styles';

/**
 * Replaces react-style-singleton, which Radix uses to lock scrolling behind a dialog. The original adds style
 * elements, which the Content-Security-Policy blocks; this one uses constructed style sheets.
 *
 * Returns a component for one kind of sheet. Its style sheet is added with the first instance and removed
 * with the last.
 */
export function styleSingleton() {
  let shown = 0;
  let remove = () => {};
  return function Sheet({ styles }: { styles: string }) {
    // biome-ignore lint/correctness/useExhaustiveDependencies: the first sheet is never replaced
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
