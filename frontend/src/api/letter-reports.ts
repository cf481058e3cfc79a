import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from './read';

/** Bookings change these reports from other pages, so each visit reloads them. */
const fresh = { staleTime: 0 } as const;

/** Most frequently booked messages, at most five. */
export function usePopularMessages() {
  return useQuery({ ...read(['bookings', 'inventory'], '/api/reports/popular'), ...fresh });
}

/** Free pieces of each letter today, and demand by upcoming bookings. */
export function useStockUse() {
  return useQuery({ ...read(['bookings', 'inventory'], '/api/reports/stock'), ...fresh });
}

/** Letter usage by day from a date ("2027-06-01"), scarcest letters first. */
export function useLetterCalendar(from: string, days: number) {
  return useQuery({
    ...read(['bookings', 'inventory'], '/api/reports/letters', { query: { from, days } }),
    placeholderData: keepPreviousData,
    ...fresh,
  });
}

/** Letters that were short since a date, and the revenue one more of each would have earned. */
export function useMissedLetters(from: string) {
  return useQuery({
    ...read(['bookings', 'inventory'], '/api/reports/missed-letters', { query: { from } }),
    placeholderData: keepPreviousData,
    ...fresh,
  });
}

/** Booking form visits since a date by the step reached. */
export function useFunnel(since: string) {
  return useQuery({
    ...read(['bookings', 'inventory'], '/api/reports/funnel', { query: { since } }),
    placeholderData: keepPreviousData,
    ...fresh,
  });
}

/** Letters never fully used in the last two years. */
export function useSpareLetters() {
  return useQuery({ ...read(['bookings', 'inventory'], '/api/reports/spare-letters'), ...fresh });
}

export interface BuyNextQuestion {
  since: string;
  /** Budget in currency units; no limit if undefined. */
  budget: number | undefined;
  /** Default cost of letters without their own. */
  cost: number | undefined;
  size: string | undefined;
  /** Weight, in percent, of rentals that were priced but never requested. */
  priced: number;
}

/** Recommended letters to buy, as sets, from replaying accepted and rejected demand since a date. */
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
