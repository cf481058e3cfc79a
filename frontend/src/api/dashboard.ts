import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type Dashboard = components['schemas']['DashboardOut'];

export type PaymentsDue = Answer<'/api/reports/due', 'get'>;
export type DueRow = components['schemas']['DueRow'];

/** Overdue customer payments, and those due in the next seven days. */
export function usePaymentsDue() {
  return useQuery({
    ...read(['bookings', 'payments'], '/api/reports/due'),
    enabled: useCan('seeMoney'),
    refetchOnMount: 'always',
  });
}

/**
 * Dashboard figures and upcoming bookings, in the operator's time zone.
 *
 * They change with the date and with every booking, letter and venue, so they reload on each visit; the
 * previous data stays visible meanwhile.
 */
export function useDashboard() {
  return useQuery({
    ...read(['bookings', 'inventory', 'payments'], '/api/dashboard'),
    refetchOnMount: 'always',
  });
}
