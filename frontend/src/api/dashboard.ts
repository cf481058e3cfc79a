import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type Dashboard = components['schemas']['DashboardOut'];

export type PaymentsDue = Answer<'/api/reports/due', 'get'>;
export type DueRow = components['schemas']['DueRow'];

/** What customers owe by now, and what is due in the next seven days. */
export function usePaymentsDue() {
  return useQuery({
    ...read(['bookings', 'payments'], '/api/reports/due'),
    enabled: useCan('seeMoney'),
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
    ...read(['bookings', 'inventory', 'payments'], '/api/dashboard'),
    refetchOnMount: 'always',
  });
}
