import { useQuery } from '@tanstack/react-query';
import { bookingsKey } from './bookings';
import { api, body } from './client';
import type { Booking } from './types';

const PAGE = 200;
const MOST = 5 * PAGE;

/** The requests that wait for the operator's answer. */
export interface Waiting {
  /** Newest first. */
  requests: readonly Booking[];
  /** There are more than these. */
  more: boolean;
}

async function readWaiting(signal: AbortSignal): Promise<Waiting> {
  const found: Booking[] = [];
  let cursor = '';
  do {
    const query = { status: 'pending', limit: PAGE, ...(cursor !== '' && { cursor }) };
    const page = body(await api.GET('/api/bookings', { params: { query }, signal }));
    const { items, nextCursor } = page as { items: Booking[]; nextCursor: string | null };
    found.push(...items);
    cursor = nextCursor ?? '';
  } while (cursor !== '' && found.length < MOST);
  // Each carries its own offset, which differs between summer and winter: compared as instants.
  found.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id);
  return { requests: found, more: cursor !== '' };
}

/** Read anew with every change of a booking, as all reads of bookings are. */
export function useWaiting() {
  return useQuery({ queryKey: [...bookingsKey, 'waiting'], queryFn: ({ signal }) => readWaiting(signal) });
}
