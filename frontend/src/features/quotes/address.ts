/** What the address of the quotes screen says, so that links, reloads and the back button show the same. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { quoteStatus } from '@/lib/quote-status';

type Status = keyof typeof quoteStatus;
export type Tab = 'all' | Status;
export const tabs: readonly Tab[] = ['all', ...(Object.keys(quoteStatus) as Status[])];

export interface QuotesAddress {
  tab: Tab;
  q: string;
  /** The quote whose details are open. */
  id: number | null;
}

/** Reads the address; what it says wrongly counts as not said. */
export function readAddress(params: URLSearchParams): QuotesAddress {
  const id = params.get('id') ?? '';
  return {
    tab: tabs.find((tab) => tab === params.get('status')) ?? 'all',
    q: params.get('q') ?? '',
    id: /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null,
  };
}

/** The address with some of it changed. What has its usual value is left out; other parameters stay. */
export function writeAddress(params: URLSearchParams, change: Partial<QuotesAddress>): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  if (change.tab !== undefined) set('status', change.tab === 'all' ? '' : change.tab);
  if (change.q !== undefined) set('q', change.q.trim());
  if (change.id !== undefined) set('id', change.id === null ? '' : String(change.id));
  return next;
}

/** What brought a person to a quote. */
interface Arrival {
  /** From the list below it, to which closing goes back. */
  fromList?: boolean;
  /** From the builder, where Send was pressed. */
  send?: boolean;
}

/** The address of the quotes screen and the ways to change it. Nothing here scrolls the page. */
export function useAddress() {
  const [params] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const address = useMemo(() => readAddress(params), [params]);
  const { fromList = false, send = false } = (location.state ?? {}) as Arrival;

  // Two changes may come before the screen has drawn the first; the second then builds on it.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const go = useCallback(
    (change: Partial<QuotesAddress>, options: { replace?: boolean; state?: Arrival }) => {
      latest.current = writeAddress(latest.current, change);
      navigate({ search: `?${latest.current}` }, { ...options, preventScrollReset: true });
    },
    [navigate],
  );
  const change = useCallback((next: Partial<QuotesAddress>) => go(next, { replace: true }), [go]);
  const close = useCallback(() => {
    if (fromList) navigate(-1);
    else change({ id: null });
  }, [fromList, navigate, change]);
  return {
    address,
    /** Whether the open quote is to be sent now. */
    send,
    change,
    /** Opens a quote's details so that the back button closes them. */
    openQuote: useCallback((id: number) => go({ id }, { state: { fromList: true } }), [go]),
    closeQuote: close,
    hrefOf: useCallback((id: number) => `?${writeAddress(params, { id })}`, [params]),
  };
}
