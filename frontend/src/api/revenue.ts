import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from './read';
import type { components } from './schema';

export type Revenue = components['schemas']['RevenueOut'];
export type RevenueShare = components['schemas']['ShareOut'];

export type TaxReport = components['schemas']['TaxReportOut'];
export type TaxPlace = TaxReport['byPlace'][number];
export type LostReport = components['schemas']['LostReportOut'];
export type TaxMonth = TaxReport['byMonth'][number];

/** Revenue groupings, as named by the server. */
export type Grouping = 'month' | 'size' | 'venue' | 'event' | 'phrase';

/** First and last delivery date, "2027-06-01", both inclusive. */
export interface Period {
  from: string;
  to: string;
}

/** Revenue of a period's deliveries in every grouping. Invalidated by booking changes. */
export function useRevenue({ from, to }: Period) {
  return useQuery({
    ...read(['bookings', 'payments'], '/api/reports/revenue', { query: { from, to } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** When sales count for the sales tax: when they are made, or when they are paid. */
export type TaxBasis = 'accrual' | 'cash';

/** Sales and sales tax of a period's deliveries, by place and month. */
export function useTaxReport({ from, to }: Period, basis: TaxBasis) {
  return useQuery({
    ...read(['bookings', 'payments'], '/api/reports/tax', { query: { from, to, basis } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** Accounts that the journal posts to, with their codes in the Xero export. */
export function useJournalAccounts() {
  return useQuery(read([], '/api/journal/accounts'));
}

/** Requests and quotes of a period by outcome, with the reasons of the lost ones. */
export function useLostReport({ from, to }: Period) {
  return useQuery({
    ...read(['bookings', 'quotes'], '/api/reports/lost', { query: { from, to } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** CSV download URL of one grouping. */
export function revenueCsv(by: Grouping, { from, to }: Period): string {
  return `/api/reports/revenue.csv?${new URLSearchParams({ by, from, to })}`;
}

/** CSV download URL of all bookings delivered in the period. */
export function bookingsCsv({ from, to }: Period): string {
  return `/api/reports/bookings.csv?${new URLSearchParams({ from, to })}`;
}

/** CSV download URL of all bookings. */
export const allBookingsCsv = '/api/reports/bookings.csv';
