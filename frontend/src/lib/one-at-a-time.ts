import { useRef } from 'react';

/** Longer than a double click takes, and a drawing after it. */
const REST_MS = 500;

/**
 * Lets nothing begin while the same is under way, nor right after it: state is read anew only on the next
 * render, and the second of two clicks can come before it. The action calls `done` when it ends, in success
 * or failure.
 */
export function useOneAtATime(): (begin: (done: () => void) => void) => void {
  const busy = useRef(false);
  return (begin) => {
    if (busy.current) return;
    busy.current = true;
    const free = () => {
      busy.current = false;
    };
    begin(() => void setTimeout(free, REST_MS));
  };
}
