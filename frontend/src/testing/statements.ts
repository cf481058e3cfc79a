/** Mock responses for open items, deposits, card payments and lost requests; empty by default. */
import type { CardPayments, Deposits, OpenItems } from '@/api/books';
import type { LostReport } from '@/api/revenue';
import { answer } from './server';

export const nothingLost: LostReport = {
  since: '2026-01-01',
  until: '2026-12-31',
  reasons: [],
  unexplained: 0,
  won: 0,
  lost: 0,
  open: 0,
  wonValue: 0,
  lostValue: 0,
  shareWonPercent: null,
  medianDaysToAnswer: null,
  months: [],
  letters: [],
};

export const noAges = { notDue: 0, days30: 0, days60: 0, days90: 0, older: 0 };

export function answerStatements(
  items: Partial<OpenItems> = {},
  deposits: Partial<Deposits> = {},
  cards: Partial<CardPayments> = {},
): void {
  const day = { on: '2026-10-31', currency: 'USD', total: 0 };
  answer('get', '/api/reports/open-items', { ...day, ages: noAges, items: [], ...items });
  answer('get', '/api/reports/deposits', { ...day, deposits: [], ...deposits });
  answer('get', '/api/reports/lost', nothingLost);
  answer('get', '/api/invoices', { items: [], nextCursor: null });
  const year = { year: 2026, currency: 'USD', payments: 0, gross: 0, months: [] };
  answer('get', '/api/reports/card-payments', { ...year, ...cards });
}
