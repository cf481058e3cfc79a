/** The sortable columns of the list, in the order shown. */
import type { BookingsAddress, Sort } from './url-state';

export interface Column {
  sort: Sort;
  label: string;
  /** Labels of ascending and descending order, such as "A to Z" and "Z to A". */
  from: string;
  to: string;
  /** Classes that hide the column in a narrow table. */
  room?: string;
  money?: true;
}

/** Breakpoints by the table's own width: tablet in portrait, laptop, large screen. */
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
    from: 'lowest balance first',
    to: 'highest balance first',
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

/** Columns visible to the user; `money` includes those with amounts. */
export function columnsOf(money: boolean): readonly Column[] {
  return columns.filter((column) => money || column.money === undefined);
}

/** Classes of a column's cells. */
export function roomOf(sort: Sort): string | undefined {
  return columns.find((column) => column.sort === sort)?.room;
}

/** Parse the sort order of an address or a select; null for the default order. */
export function sortOf(value: string): BookingsAddress['sort'] {
  const column = columns.find(({ sort }) => sort === value.replace(/^-/, ''));
  return column === undefined ? null : { by: column.sort, down: value.startsWith('-') };
}

/** The sort order after a click on a column heading: ascending, descending, default. */
export function nextSort(current: BookingsAddress['sort'], by: Sort): BookingsAddress['sort'] {
  if (current?.by !== by) return { by, down: false };
  return current.down ? null : { by, down: true };
}

/** The `aria-sort` value of a column heading. */
export function directionOf(current: BookingsAddress['sort'], by: Sort): 'ascending' | 'descending' | 'none' {
  if (current?.by !== by) return 'none';
  return current.down ? 'descending' : 'ascending';
}
