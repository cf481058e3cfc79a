/**
 * Splits rendering into tasks. On a slow phone, rendering the whole form at once would block input for a
 * third of a second. Between tasks, the browser handles input and paints.
 */
import { useEffect, useState } from 'react';

type Work = () => void;

const waiting: Work[] = [];

function next(): void {
  const work = waiting.shift();
  if (waiting.length > 0) setTimeout(next);
  work?.();
}

/** Queue `work` to run after the work queued before it. Returns a function that cancels it. */
export function queueRender(work: Work): () => void {
  waiting.push(work);
  if (waiting.length === 1) setTimeout(next);
  return () => {
    const place = waiting.indexOf(work);
    // Canceled work leaves an empty turn, because its task is already scheduled.
    if (place >= 0) waiting[place] = () => undefined;
  };
}

/** False until it is this component's turn; components take turns in page order. */
export function useRenderTurn(): boolean {
  const [come, setCome] = useState(false);
  useEffect(() => queueRender(() => setCome(true)), []);
  return come;
}
