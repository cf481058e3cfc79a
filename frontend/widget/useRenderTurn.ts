/**
 * Work that is done piece by piece, each in a task of its own. On a slow phone the whole form at once would hold up
 * taps and keys for a third of a second; between two pieces the browser answers them, and paints.
 */
import { useEffect, useState } from 'react';

type Work = () => void;

const waiting: Work[] = [];

function next(): void {
  const work = waiting.shift();
  if (waiting.length > 0) setTimeout(next);
  work?.();
}

/** Does `work` after what has been asked for before it. Answers how to take it back. */
export function queueRender(work: Work): () => void {
  waiting.push(work);
  if (waiting.length === 1) setTimeout(next);
  return () => {
    const place = waiting.indexOf(work);
    // An empty turn is kept in its place, because the task for it has been asked for.
    if (place >= 0) waiting[place] = () => undefined;
  };
}

/** False until it is this component's turn; those that appear together come in the order of the page. */
export function useRenderTurn(): boolean {
  const [come, setCome] = useState(false);
  useEffect(() => queueRender(() => setCome(true)), []);
  return come;
}
