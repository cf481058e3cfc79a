import { useEffect } from 'react';
import { useVisiblePart } from './useVisiblePart';

/**
 * Passes the height of the hidden part below an embedded form to the style sheet, which keeps the bar with
 * the button on the screen.
 */
export function VisiblePart() {
  const { hiddenBelow } = useVisiblePart(true);
  useEffect(() => {
    document.documentElement.style.setProperty('--hidden-below', `${hiddenBelow}px`);
  }, [hiddenBelow]);
  return null;
}
