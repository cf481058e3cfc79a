/** URL state of the bookings screen, so that links, reloads and the back button restore it. */

import type { BookingFilter, BookingSort } from '@/api/bookings';
import type { Goods } from '@/api/day';
import type { Grouping } from '@/api/revenue';
import type { BookingStatus } from '@/api/types';
import { goodsStates } from '@/components/booking/goods';
import { groupings, realDay } from '@/features/reports/revenue';
import { keysOf } from '@/lib/keys';
import { useAddressOf } from '@/lib/use-address';

export const tabs = ['all', 'pending', 'confirmed', 'completed', 'canceled'] as const;
export type Tab = (typeof tabs)[number];
export const views = ['list', 'calendar', 'revenue'] as const;
export type View = (typeof views)[number];
export const spans = ['month', 'week'] as const;
export type Span = (typeof spans)[number];

/** Dashboard statistics that the list can filter by. */
export const figures = ['week', 'month'] as const;
export const payments = ['unpaid', 'partly', 'unpaid,partly', 'paid', 'disputed', 'lost'] as const;
export const goodsChoices = keysOf(goodsStates);
const sorts = [
  'deliveryDate',
  'pickupDate',
  'createdAt',
  'customerName',
  'message',
  'venueName',
  'status',
  'total',
  'balance',
] as const satisfies readonly BookingSort[];
export type Sort = (typeof sorts)[number];

export interface BookingsAddress {
  tab: Tab;
  view: View;
  q: string;
  /** A delivery day, "2027-06-01"; empty for all. */
  date: string;
  /** True to hide deliveries before today. */
  upcoming: boolean;
  /** Calendar month, "2027-06"; empty for the current month. */
  month: string;
  /** Period that the calendar shows. */
  span: Span;
  /** A day of the calendar week shown; empty for the current week. */
  day: string;
  /** First and last delivery day in the list and the revenue report; empty for the default. */
  from: string;
  to: string;
  /** True to list all days, including past ones that the default list hides. */
  allDays: boolean;
  /** A day of delivery or pickup; empty for all. */
  on: string;
  figure: (typeof figures)[number] | null;
  venue: number | null;
  paid: (typeof payments)[number] | null;
  /** Location of the letters and items (see `goodsStates`). */
  goods: Goods | null;
  /** Sort column and direction; null for the default order. */
  sort: { by: Sort; down: boolean } | null;
  /** Grouping of the revenue report. */
  by: Grouping;
  /** The booking shown in the details dialog. */
  id: number | null;
}

/** Parse the query parameters. Invalid values count as missing. */
export function readAddress(params: URLSearchParams): BookingsAddress {
  const status = params.get('status');
  const month = params.get('month') ?? '';
  const view = params.get('view');
  const by = params.get('by');
  const span = params.get('span');
  const sort = params.get('sort') ?? '';
  const column = sorts.find((name) => name === sort.replace(/^-/, ''));
  return {
    tab: tabs.find((tab) => tab === status) ?? 'all',
    view: views.find((name) => name === view) ?? 'list',
    q: params.get('q') ?? '',
    date: realDay(params.get('date') ?? ''),
    upcoming: params.get('upcoming') === '1',
    month: realDay(`${month}-01`) === '' ? '' : month,
    span: spans.find((name) => name === span) ?? 'month',
    day: realDay(params.get('day') ?? ''),
    from: realDay(params.get('from') ?? ''),
    to: realDay(params.get('to') ?? ''),
    by: groupings.find((name) => name === by) ?? 'month',
    allDays: params.get('days') === 'all',
    on: realDay(params.get('on') ?? ''),
    figure: figures.find((name) => name === params.get('figure')) ?? null,
    venue: realId(params.get('venue')),
    paid: payments.find((name) => name === params.get('paid')) ?? null,
    goods: goodsChoices.find((name) => name === params.get('goods')) ?? null,
    sort: column === undefined ? null : { by: column, down: sort.startsWith('-') },
    id: realId(params.get('id')),
  };
}

/** Apply a change to the query parameters. Default values are omitted; unrelated parameters stay. */
export function writeAddress(params: URLSearchParams, change: Partial<BookingsAddress>): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string) => {
    if (value === '') next.delete(name);
    else next.set(name, value);
  };
  if (change.tab !== undefined) set('status', change.tab === 'all' ? '' : change.tab);
  if (change.view !== undefined) set('view', change.view === 'list' ? '' : change.view);
  if (change.q !== undefined) set('q', change.q.trim());
  if (change.date !== undefined) set('date', change.date);
  if (change.upcoming !== undefined) set('upcoming', change.upcoming ? '1' : '');
  if (change.month !== undefined) set('month', change.month);
  if (change.span !== undefined) set('span', change.span === 'month' ? '' : change.span);
  if (change.day !== undefined) set('day', change.day);
  if (change.from !== undefined) set('from', change.from);
  if (change.to !== undefined) set('to', change.to);
  if (change.by !== undefined) set('by', change.by === 'month' ? '' : change.by);
  if (change.allDays !== undefined) set('days', change.allDays ? 'all' : '');
  if (change.on !== undefined) set('on', change.on);
  if (change.figure !== undefined) set('figure', change.figure ?? '');
  if (change.venue !== undefined) set('venue', change.venue === null ? '' : String(change.venue));
  if (change.paid !== undefined) set('paid', change.paid ?? '');
  if (change.goods !== undefined) set('goods', change.goods ?? '');
  if (change.sort !== undefined) set('sort', change.sort === null ? '' : sortParam(change.sort));
  if (change.id !== undefined) set('id', change.id === null ? '' : String(change.id));
  return next;
}

/** A sort order in the syntax of the URL and the API. */
export function sortParam({ by, down }: { by: Sort; down: boolean }): Sort | `-${Sort}` {
  return down ? `-${by}` : by;
}

/** All date filters cleared: choosing dates replaces every other date filter. */
export const noDays = {
  date: '',
  from: '',
  to: '',
  on: '',
  figure: null,
  upcoming: false,
  allDays: false,
} as const satisfies Partial<BookingsAddress>;

/** All filters of the list cleared. The tab and the sort order stay. */
export const noFilters = {
  ...noDays,
  q: '',
  venue: null,
  paid: null,
  goods: null,
} as const satisfies Partial<BookingsAddress>;

function daysOf(
  { figure, on, date, from, to, upcoming }: BookingsAddress,
  today: string,
): BookingFilter | null {
  if (figure !== null) return { figure };
  if (on !== '') return { on };
  if (date !== '') return { date };
  if (from !== '' || to !== '') return { ...(from !== '' && { from }), ...(to !== '' && { to }) };
  return upcoming ? { from: today } : null;
}

/**
 * True for the default list: pending requests, and bookings from today on. Any search, filter or tab lists
 * all dates.
 */
export function isOpening(address: BookingsAddress): boolean {
  return address.tab === 'all' && !address.allDays && !isFiltered(address);
}

/** True if anything besides the tab filters the list. */
export function isFiltered(address: BookingsAddress): boolean {
  const { q, venue, paid, goods } = address;
  return q !== '' || venue !== null || paid !== null || goods !== null || daysOf(address, '') !== null;
}

/** The API query for the list. */
export function filterOf(address: BookingsAddress, today: string): BookingFilter {
  const { tab, q, venue, paid, goods, sort } = address;
  return {
    statuses: statusesOf(tab),
    ...(q !== '' && { q }),
    ...daysOf(address, today),
    ...(venue !== null && { venueId: venue }),
    ...(paid !== null && { paid }),
    ...(goods !== null && { goods }),
    ...(isOpening(address) && { scope: 'open', sort: 'requestsFirst' }),
    ...(sort !== null && { sort: sortParam(sort) }),
  };
}

/** The statuses of a tab; empty means all. */
export function statusesOf(tab: Tab): BookingStatus[] {
  return tab === 'all' ? [] : [tab];
}

function realId(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** The state of the bookings screen in the URL, and functions to change it. */
export const useAddress = () => useAddressOf(readAddress, writeAddress);
