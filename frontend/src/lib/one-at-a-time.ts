import { useRef } from 'react';

/** Longer than a double click and the render after it. */
const REST_MS = 500;

/**
 * Prevents an action from starting while it is running or just after it ended. State updates only on the next
 * render, and the second click of a double click can come first. The action calls `done` on success or
 * failure.
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
