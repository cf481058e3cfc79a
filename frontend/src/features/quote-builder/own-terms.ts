/** What only an operator may say about a booking: another total, and why to book over the stock. */
import { useCallback, useState } from 'react';

export interface OwnTerms {
  /** The operator's own total as typed; empty to charge the computed price. */
  readonly total: string;
  readonly overbookReason: string;
}

const none: OwnTerms = { total: '', overbookReason: '' };

function read(item: string): OwnTerms {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(item) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return none;
    const { total, overbookReason } = kept as Record<string, unknown>;
    return {
      total: typeof total === 'string' ? total : '',
      overbookReason: typeof overbookReason === 'string' ? overbookReason : '',
    };
  } catch {
    return none;
  }
}

/** The own terms of the form called `name`. They survive a reload, where the browser keeps anything. */
export function useOwnTerms(name: string) {
  const item = `marqueedesk.own-terms.${name}`;
  const [terms, setTerms] = useState(() => read(item));
  const put = useCallback(
    (next: OwnTerms) => {
      setTerms(next);
      try {
        if (next === none) sessionStorage.removeItem(item);
        else sessionStorage.setItem(item, JSON.stringify(next));
      } catch {
        // They then last as long as the page.
      }
    },
    [item],
  );
  const clear = useCallback(() => put(none), [put]);
  return { terms, put, clear };
}
