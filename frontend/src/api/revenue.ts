import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from './read';
import type { components } from './schema';

export type Revenue = components['schemas']['RevenueOut'];
export type RevenueShare = components['schemas']['ShareOut'];

export type TaxReport = components['schemas']['TaxReportOut'];
export type TaxPlace = TaxReport['byPlace'][number];
export type TaxMonth = TaxReport['byMonth'][number];

/** The ways in which revenue is grouped, as the server names them. */
export type Grouping = 'month' | 'size' | 'venue' | 'event' | 'phrase';

/** The first and the last day of delivery, "2027-06-01", both included. */
export interface Period {
  from: string;
  to: string;
}

/** Revenue of the deliveries of a period, in every grouping. It belongs to the bookings, whose changes outdate it. */
export function useRevenue({ from, to }: Period) {
  return useQuery({
    ...read(['bookings', 'payments'], '/api/reports/revenue', { query: { from, to } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** Sales and sales tax of the deliveries of a period, by place and by month. */
export function useTaxReport({ from, to }: Period) {
  return useQuery({
    ...read(['bookings', 'payments'], '/api/reports/tax', { query: { from, to } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** The accounts that the journal posts to, with the codes in the file for Xero. */
export function useJournalAccounts() {
  return useQuery(read([], '/api/journal/accounts'));
}

/** The address of one grouping of the report as CSV. */
export function revenueCsv(by: Grouping, { from, to }: Period): string {
  return `/api/reports/revenue.csv?${new URLSearchParams({ by, from, to })}`;
}

/** The address of every booking with a delivery in the period, as CSV. */
export function bookingsCsv({ from, to }: Period): string {
  return `/api/reports/bookings.csv?${new URLSearchParams({ from, to })}`;
}

/** The address of all bookings as CSV. */
export const allBookingsCsv = '/api/reports/bookings.csv';
