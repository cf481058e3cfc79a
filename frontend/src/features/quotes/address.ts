/** State of the quotes page in its address, so that links, reloads and the back button restore it. */

import { useLocation } from 'react-router';
import { keysOf } from '@/lib/keys';
import { quoteStatus } from '@/lib/status';
import { useAddressOf } from '@/lib/use-address';

type Status = keyof typeof quoteStatus;
export type Tab = 'all' | Status;
export const tabs: readonly Tab[] = ['all', ...keysOf(quoteStatus)];

export interface QuotesAddress {
  tab: Tab;
  q: string;
  /** The quote whose details are open. */
  id: number | null;
}

/** Parse the address; invalid values count as missing. */
export function readAddress(params: URLSearchParams): QuotesAddress {
  const id = params.get('id') ?? '';
  return {
    tab: tabs.find((tab) => tab === params.get('status')) ?? 'all',
    q: params.get('q') ?? '',
    id: /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null,
  };
}

/** Update the address. Default values are omitted; other parameters stay. */
export function writeAddress(params: URLSearchParams, change: Partial<QuotesAddress>): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  if (change.tab !== undefined) set('status', change.tab === 'all' ? '' : change.tab);
  if (change.q !== undefined) set('q', change.q.trim());
  if (change.id !== undefined) set('id', change.id === null ? '' : String(change.id));
  return next;
}

/** State from the address, and functions that change it. */
export function useAddress() {
  const { state }: { state: { send?: boolean } | null } = useLocation();
  return {
    ...useAddressOf(readAddress, writeAddress),
    /** True if the send dialog should open: Send was pressed in the builder. */
    send: state?.send === true,
  };
}
