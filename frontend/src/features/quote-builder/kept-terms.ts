/** The terms of a quote that is being written survive a reload, where the browser keeps anything. */
import { useCallback, useEffect, useState } from 'react';
import type { MoreLine } from '@/components/booking/more-lines';
import { isObject } from '@/lib/keys';
import { noTerms, type QuoteTerms, type TypedLine } from './terms';

const itemOf = (name: string) => `marqueedesk.quote-terms.${name}`;

function isLine(value: unknown): value is TypedLine {
  if (!isObject(value)) return false;
  const { key, text, amount } = value;
  return typeof key === 'number' && typeof text === 'string' && typeof amount === 'string';
}

/** A line that an older page kept, or another program wrote, is left out. */
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
 * @param name what they are kept under; null to keep them only as long as the page
 * @param fresh what they are at first; stable
 */
export function useKeptTerms(name: string | null, fresh: QuoteTerms) {
  const [terms, setTerms] = useState(() => (name === null ? fresh : read(itemOf(name), fresh)));
  useEffect(() => {
    if (name === null || terms === fresh) return;
    try {
      sessionStorage.setItem(itemOf(name), JSON.stringify(terms));
    } catch {
      // They then last as long as the page.
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
      // There was nothing kept.
    }
  }, [name]);
  return { terms, change, forget };
}
