import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read, readPages } from './read';
import type { components } from './schema';

type Schemas = components['schemas'];
/** A month of the books, "2027-06". */
export type BooksMonth = Schemas['PeriodOut'];
export type LedgerAccount = Schemas['LedgerAccountOut'];
export type Balance = Schemas['BalanceOut'];
export type OpenItems = Schemas['OpenItemsOut'];
export type Deposits = Schemas['DepositsOut'];
export type CardPayments = Schemas['CardPaymentsOut'];
export type IssuedInvoice = Schemas['IssuedInvoiceOut'];
type AccountNumbers = Schemas['LedgerAccountsInput'];

/** Months of the books, from the first entry to the current month. */
export const useBooksMonths = () => useQuery(read(['bookings', 'payments'], '/api/periods'));

/** Balances of all accounts at the end of a day. */
export const useTrialBalance = (on: string) =>
  useQuery(read(['bookings', 'payments'], '/api/trial-balance', { query: { on } }));

/** What customers owe at the end of a day, by booking and age. */
export const useOpenItems = (on: string) =>
  useQuery(read(['bookings', 'payments'], '/api/reports/open-items', { query: { on } }));

/** Money held for customers at the end of a day, by booking. */
export const useDeposits = (on: string) =>
  useQuery(read(['bookings', 'payments'], '/api/reports/deposits', { query: { on } }));

/** Card payments of a year by month, before fees and refunds. */
export const useCardPayments = (year: number) =>
  useQuery(read(['payments'], '/api/reports/card-payments', { query: { year } }));

/** Invoices, latest first. */
export const useInvoices = () => useInfiniteQuery(readPages(['bookings'], '/api/invoices', { limit: 20 }));

/** Accounts of the ledger with the business's own numbers. */
export const useLedgerAccounts = () => useQuery(read(['settings'], '/api/ledger/accounts'));

export const useNumberAccounts = () =>
  useMutation({
    mutationFn: (body: AccountNumbers) => unwrap(api.PUT('/api/ledger/accounts', { body })),
    meta: { invalidates: ['settings', 'payments'] },
  });

/** Close months, the oldest first: the server closes one only after all earlier ones. */
export const useCloseMonths = () =>
  useMutation({
    mutationFn: async (periods: readonly string[]) => {
      for (const period of periods) await unwrap(api.POST('/api/periods/{period}/close', at({ period })));
    },
    meta: { invalidates: ['payments'], invalidatesOnError: true },
  });

export const useReopenMonth = () =>
  useMutation({
    mutationFn: ({ period, reason }: { period: string; reason: string }) =>
      unwrap(api.POST('/api/periods/{period}/reopen', { ...at({ period }), body: { reason } })),
    meta: { invalidates: ['payments'], invalidatesOnError: true },
  });

type Kind = 'csv' | 'xlsx';

/** Download URL of the ledger's entries in a period. */
export function ledgerFile(kind: Kind, { from, to }: { from: string; to: string }): string {
  return `/api/ledger.${kind}?${new URLSearchParams({ from, to })}`;
}

/** Download URL of the balances at the end of a day. */
export function balancesFile(kind: Kind, on: string): string {
  return `/api/trial-balance.${kind}?${new URLSearchParams({ on })}`;
}
