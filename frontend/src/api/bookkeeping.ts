import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read, readPages } from './read';
import type { components } from './schema';

type Schemas = components['schemas'];
/** The business's bookkeeping software. */
export type Bookkeeping = Schemas['BooksOut'];
export type BookkeepingSystem = Schemas['BooksConnectInput']['system'];
/** The partner's chart of accounts, with suggestions. */
export type BookkeepingChart = Schemas['BooksChartOut'];
/** A journal or a document pushed to bookkeeping software. */
export type BooksPush = Schemas['BooksPushOut'];
export type BookkeepingAccounts = NonNullable<Schemas['BooksInput']['accounts']>;

export const systemNames: Readonly<Record<BookkeepingSystem, string>> = {
  quickbooks: 'QuickBooks',
  xero: 'Xero',
};

/** The connected bookkeeping software. New entries of the ledger may use further accounts. */
export const useBookkeeping = () => useQuery(read(['settings', 'payments', 'bookings'], '/api/books'));

/** The partner's chart of accounts, read from the partner on each visit. */
export const useBookkeepingChart = () => useQuery({ ...read([], '/api/books/accounts'), staleTime: 0 });

/** Begins connecting: returns the partner's page on which the user allows access. */
export const useConnectBookkeeping = () =>
  useMutation({
    mutationFn: (system: BookkeepingSystem) => unwrap(api.POST('/api/books/connect', { body: { system } })),
  });

export const useDisconnectBookkeeping = () =>
  useMutation({
    mutationFn: () => unwrap(api.POST('/api/books/disconnect')),
    meta: { invalidates: ['settings'] },
  });

/** Chooses what is pushed: daily totals or single documents. */
export const useChoosePushed = () =>
  useMutation({
    mutationFn: (mode: Bookkeeping['mode']) => unwrap(api.PATCH('/api/books', { body: { mode } })),
    meta: { invalidates: ['settings'] },
  });

export const useMapAccounts = () =>
  useMutation({
    mutationFn: (accounts: BookkeepingAccounts) => unwrap(api.PATCH('/api/books', { body: { accounts } })),
    meta: { invalidates: ['settings'] },
  });

/** Pushed journals and documents, latest day first. */
export const useBooksPushes = () =>
  useInfiniteQuery(readPages(['payments'], '/api/books/pushes', { limit: 20 }));

export const usePushBooks = () =>
  useMutation({
    mutationFn: (days: { from: string; to: string }) =>
      unwrap(api.POST('/api/books/push', { params: { query: days } })),
    meta: { invalidates: ['/api/books/pushes', '/api/books'], invalidatesOnError: true },
  });

export const useRetryPush = () =>
  useMutation({
    mutationFn: (id: number) => unwrap(api.POST('/api/books/pushes/{push_id}/retry', at({ push_id: id }))),
    meta: { invalidates: ['/api/books/pushes'] },
  });
