/** Stores the terms of an unsaved quote across reloads, if the browser allows it. */
import { useCallback, useEffect, useState } from 'react';
import { isObject } from '@/lib/keys';
import { noTerms, type QuoteTerms, type TypedLine } from './terms';

const itemOf = (name: string) => `marqueedesk.quote-terms.${name}`;

function isLine(value: unknown): value is TypedLine {
  if (!isObject(value)) return false;
  const { key, text, amount } = value;
  return typeof key === 'number' && typeof text === 'string' && typeof amount === 'string';
}

function read(item: string, fresh: QuoteTerms): QuoteTerms {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(item) ?? 'null');
    if (!isObject(stored)) return fresh;
    const alike = Object.entries(noTerms).filter(
      ([name, usual]) => name !== 'lines' && typeof stored[name] === typeof usual,
    );
    return {
      ...fresh,
      ...Object.fromEntries(alike.map(([name]) => [name, stored[name]])),
      discountKind: stored.discountKind === 'percent' ? 'percent' : 'amount',
      lines: Array.isArray(stored.lines) ? stored.lines.filter(isLine) : [],
    };
  } catch {
    return fresh;
  }
}

/**
 * The terms of a form.
 *
 * @param name storage key; null to keep them only while the page is open @param fresh initial terms; must be
 * stable
 */
export function useKeptTerms(name: string | null, fresh: QuoteTerms) {
  const [terms, setTerms] = useState(() => (name === null ? fresh : read(itemOf(name), fresh)));
  useEffect(() => {
    if (name === null || terms === fresh) return;
    try {
      sessionStorage.setItem(itemOf(name), JSON.stringify(terms));
    } catch {
      // The terms then last until the page closes.
    }
  }, [name, terms, fresh]);
  const change = useCallback(
    (patch: Partial<QuoteTerms>) => setTerms((before) => ({ ...before, ...patch })),
    [],
  );
  const forget = useCallback(() => {
    try {
      if (name !== null) sessionStorage.removeItem(itemOf(name));
    } catch {
      // Nothing was stored.
    }
  }, [name]);
  return { terms, change, forget };
}
