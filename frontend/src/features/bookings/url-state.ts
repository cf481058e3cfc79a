/** What the address of the bookings screen says, so that links, reloads and the back button show the same. */

import type { Grouping } from '@/api/revenue';
import type { BookingStatus } from '@/api/types';
import { isoFromTyped } from '@/booking-form/dates';

export const tabs = ['all', 'pending', 'confirmed', 'completed', 'canceled'] as const;
export type Tab = (typeof tabs)[number];
export const views = ['list', 'calendar', 'revenue'] as const;
export type View = (typeof views)[number];
export const spans = ['month', 'week'] as const;
export type Span = (typeof spans)[number];
export const groupings = ['month', 'size', 'venue', 'event', 'phrase'] as const satisfies readonly Grouping[];

export interface BookingsAddress {
  tab: Tab;
  view: View;
  q: string;
  /** A delivery day, "2027-06-01"; empty for all. */
  date: string;
  /** True to leave out what was delivered before today. */
  upcoming: boolean;
  /** The month of the calendar, "2027-06"; empty for the present one. */
  month: string;
  /** How much the calendar shows at once. */
  span: Span;
  /** A day of the week that the calendar shows; empty for the present one. */
  day: string;
  /** The first and the last day of the revenue report; empty for those of the present year. */
  from: string;
  to: string;
  /** How the revenue report is grouped. */
  by: Grouping;
  /** The booking whose details are open. */
  id: number | null;
}

/** Reads the address; what it says wrongly counts as not said. */
export function readAddress(params: URLSearchParams): BookingsAddress {
  const status = params.get('status');
  const month = params.get('month') ?? '';
  const view = params.get('view');
  const by = params.get('by');
  const span = params.get('span');
  const id = params.get('id') ?? '';
  return {
    tab: tabs.find((tab) => tab === status) ?? 'all',
    view: views.find((known) => known === view) ?? 'list',
    q: params.get('q') ?? '',
    date: realDay(params.get('date') ?? ''),
    upcoming: params.get('upcoming') === '1',
    month: realDay(`${month}-01`) === '' ? '' : month,
    span: spans.find((known) => known === span) ?? 'month',
    day: realDay(params.get('day') ?? ''),
    from: realDay(params.get('from') ?? ''),
    to: realDay(params.get('to') ?? ''),
    by: groupings.find((known) => known === by) ?? 'month',
    id: /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null,
  };
}

/** The address with some of it changed. What has its usual value is left out; other parameters stay. */
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
  if (change.id !== undefined) set('id', change.id === null ? '' : String(change.id));
  return next;
}

/** The statuses that a tab shows; none means all. */
export function statusesOf(tab: Tab): BookingStatus[] {
  return tab === 'all' ? [] : [tab];
}

function realDay(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isoFromTyped(text) === text ? text : '';
}
