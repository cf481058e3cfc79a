import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from './read';

/** Bookings change these from other screens, so each visit reads them again. */
const fresh = { staleTime: 0 } as const;

/** The messages that were booked most often, five at most; empty until there are any. */
export function usePopularMessages() {
  return useQuery({ ...read(['bookings', 'inventory'], '/api/reports/popular'), ...fresh });
}

/** How many pieces of each letter are free today, and which letters coming bookings need. */
export function useStockUse() {
  return useQuery({ ...read(['bookings', 'inventory'], '/api/reports/stock'), ...fresh });
}

/** Which letters are out on which days, from a day ("2027-06-01") on, the tightest letters first. */
export function useLetterCalendar(from: string, days: number) {
  return useQuery({
    ...read(['bookings', 'inventory'], '/api/reports/letters', { query: { from, days } }),
    placeholderData: keepPreviousData,
    ...fresh,
  });
}

/** Letters that were short since a day, and what one more of each would have earned. */
export function useMissedLetters(from: string) {
  return useQuery({
    ...read(['bookings', 'inventory'], '/api/reports/missed-letters', { query: { from } }),
    placeholderData: keepPreviousData,
    ...fresh,
  });
}

/** The visits to the booking form since a day, by how far they came. */
export function useFunnel(since: string) {
  return useQuery({
    ...read(['bookings', 'inventory'], '/api/reports/funnel', { query: { since } }),
    placeholderData: keepPreviousData,
    ...fresh,
  });
}

/** Letters that nothing asked for in two years needed all of. */
export function useSpareLetters() {
  return useQuery({ ...read(['bookings', 'inventory'], '/api/reports/spare-letters'), ...fresh });
}

export interface BuyNextQuestion {
  since: string;
  /** In currency units; without one there is no limit. */
  budget: number | undefined;
  /** Of a letter that has none of its own. */
  cost: number | undefined;
  size: string | undefined;
  /** At what share, in percent, a rental counts that was priced and never sent. */
  priced: number;
}

/** Which letters to buy next, as sets, by a replay of what was taken and refused since a day. */
export function useBuyNext({ since, budget, cost, size, priced }: BuyNextQuestion) {
  const query = {
    since,
    ...(budget !== undefined && { budget }),
    ...(cost !== undefined && { cost }),
    ...(size !== undefined && { size }),
    ...(priced < 100 && { priced }),
  };
  return useQuery({
    ...read(['bookings', 'inventory'], '/api/reports/buy-next', { query }),
    placeholderData: keepPreviousData,
    ...fresh,
  });
}
