/** The columns of the list that it can be sorted by, in their order on the screen. */
import type { BookingsAddress, Sort } from './url-state';

export interface Column {
  sort: Sort;
  label: string;
  /** What comes first when the column is sorted one way and the other. */
  from: string;
  to: string;
  /** Classes that leave the column out where the table has no room for it. */
  room?: string;
  money?: true;
}

/** By the width of the table itself: a tablet upright, a laptop, a screen with room for everything. */
const columns: readonly Column[] = [
  { sort: 'customerName', label: 'Customer', from: 'A to Z', to: 'Z to A' },
  { sort: 'message', label: 'Message', from: 'A to Z', to: 'Z to A' },
  { sort: 'deliveryDate', label: 'Event Date', from: 'earliest first', to: 'latest first' },
  {
    sort: 'pickupDate',
    label: 'Pickup',
    from: 'earliest first',
    to: 'latest first',
    room: '@max-[66rem]:hidden',
  },
  { sort: 'venueName', label: 'Venue', from: 'A to Z', to: 'Z to A', room: '@max-[50rem]:hidden' },
  { sort: 'status', label: 'Status', from: 'pending first', to: 'canceled first' },
  { sort: 'total', label: 'Total', from: 'lowest first', to: 'highest first', money: true },
  {
    sort: 'balance',
    label: 'Paid',
    from: 'least open first',
    to: 'most open first',
    room: '@max-[55rem]:hidden',
    money: true,
  },
  {
    sort: 'createdAt',
    label: 'Created',
    from: 'oldest first',
    to: 'newest first',
    room: '@max-[82rem]:hidden',
  },
];

/** The columns that somebody sees: without the right to see money, none about it. */
export function columnsOf(money: boolean): readonly Column[] {
  return columns.filter((column) => money || column.money === undefined);
}

/** Classes of a column's cells. */
export function roomOf(sort: Sort): string | undefined {
  return columns.find((column) => column.sort === sort)?.room;
}

/** The order that a value of an address or a select names; null for the one that the list opens in. */
export function sortOf(value: string): BookingsAddress['sort'] {
  const found = columns.find(({ sort }) => sort === value.replace(/^-/, ''));
  return found === undefined ? null : { by: found.sort, down: value.startsWith('-') };
}

/** The order after a press on a column's heading: one way, the other way, and as the list opens. */
export function nextSort(current: BookingsAddress['sort'], by: Sort): BookingsAddress['sort'] {
  if (current?.by !== by) return { by, down: false };
  return current.down ? null : { by, down: true };
}

/** How a column is sorted, in the words of its heading. */
export function directionOf(current: BookingsAddress['sort'], by: Sort): 'ascending' | 'descending' | 'none' {
  if (current?.by !== by) return 'none';
  return current.down ? 'descending' : 'ascending';
}
