/** Stores the terms of an unsaved quote across reloads, if the browser allows it. */
import { useCallback, useEffect, useState } from 'react';
import type { MoreLine } from '@/components/booking/lines';
import { isObject } from '@/lib/keys';
import { noTerms, type QuoteTerms, type TypedLine } from './terms';

const itemOf = (name: string) => `marqueedesk.quote-terms.${name}`;

function isLine(value: unknown): value is TypedLine {
  if (!isObject(value)) return false;
  const { key, text, amount } = value;
  return typeof key === 'number' && typeof text === 'string' && typeof amount === 'string';
}

/** Validates a stored line; entries of older versions are dropped. */
function isMoreLine(value: unknown): value is MoreLine {
  if (!isObject(value) || typeof value.key !== 'number') return false;
  if (value.kind === 'letters') {
    const texts = [value.text, value.size, value.finish, value.colorOption];
    return texts.every((text) => typeof text === 'string') && Array.isArray(value.addOns);
  }
  if (typeof value.name !== 'string') return false;
  return value.kind === 'item'
    ? typeof value.itemId === 'number' && typeof value.quantity === 'string'
    : value.kind === 'package' && typeof value.packageId === 'number' && Array.isArray(value.words);
}

function read(item: string, fresh: QuoteTerms): QuoteTerms {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(item) ?? 'null');
    if (!isObject(found)) return fresh;
    const alike = Object.entries(noTerms).filter(
      ([name, usual]) => name !== 'lines' && name !== 'more' && typeof found[name] === typeof usual,
    );
    return {
      ...fresh,
      ...Object.fromEntries(alike.map(([name]) => [name, found[name]])),
      discountKind: found.discountKind === 'percent' ? 'percent' : 'amount',
      more: Array.isArray(found.more) ? found.more.filter(isMoreLine) : [],
      lines: Array.isArray(found.lines) ? found.lines.filter(isLine) : [],
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
