import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
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

export type Lead = components['schemas']['LeadOut'];

/** Customers who began a booking and have not paid, newest first. */
export function useLeads() {
  return useQuery({
    ...read(['bookings', 'payments'], '/api/leads'),
    enabled: useCan('seeMoney'),
    refetchOnMount: 'always',
  });
}

/** Email a lead again: how to pay, or how to have the letters held again. */
export const useSendLeadAgain = () =>
  useMutation({
    mutationFn: (bookingId: number) =>
      unwrap(api.POST('/api/leads/{booking_id}/send-again', at({ booking_id: bookingId }))),
    meta: { invalidates: ['bookings'], invalidatesOnError: true },
  });

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
