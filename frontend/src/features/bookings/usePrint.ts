import { useEffect, useState } from 'react';

/** Prints the page once all that belongs on paper is there: a press before that is kept until then. */
export function usePrint(ready: boolean): { ask: () => void; waiting: boolean } {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked || !ready) return;
    setAsked(false);
    window.print();
  }, [asked, ready]);
  return { ask: () => setAsked(true), waiting: asked };
}
