import { useQuery } from '@tanstack/react-query';
import { bookingsKey } from './bookings';
import { api, body } from './client';
import type { components } from './schema';

export type Dashboard = components['schemas']['DashboardAnswer'];

export type DueRow = components['schemas']['DueRow'];

/** What customers owe by now, and what is due in the next seven days. */
export function usePaymentsDue() {
  return useQuery({
    queryKey: [...bookingsKey, 'payments-due'],
    queryFn: async ({ signal }) => body(await api.GET('/api/reports/due', { signal })),
    refetchOnMount: 'always',
  });
}

/**
 * The figures of the business and what comes next, all in the operator's own time zone.
 *
 * They move with the day and with every booking, letter and venue, so they are read at each visit; until the new
 * ones are there, the last ones stay on the screen.
 */
export function useDashboard() {
  return useQuery({
    queryKey: [...bookingsKey, 'dashboard'],
    queryFn: async ({ signal }) => body(await api.GET('/api/dashboard', { signal })),
    refetchOnMount: 'always',
  });
}
