import { can, type Right } from '@/api/rights';
import type { User } from '@/api/types';
import { paths } from '@/lib/paths';

export interface Place {
  readonly to: string;
  readonly label: string;
  /** Required permission; if omitted, every team member sees the link. */
  readonly right?: Right;
  /** Shown in the bar from this width on; on smaller screens, it is in the user menu. */
  readonly from?: 'lg' | 'xl' | '2xl';
}

const business: readonly Place[] = [
  { to: paths.home, label: 'Dashboard', right: 'seeMoney' },
  { to: paths.day, label: 'Today' },
  { to: paths.bookings, label: 'Bookings' },
  { to: paths.customers, label: 'Customers', from: 'xl' },
  { to: paths.conversations, label: 'Inbox', right: 'writeMessages', from: '2xl' },
  { to: paths.inventory, label: 'Inventory' },
  { to: paths.repairs, label: 'Repairs', from: '2xl' },
  { to: paths.venues, label: 'Venues', from: 'lg' },
  { to: paths.quote, label: 'Build a Quote', right: 'manageDocuments' },
  { to: paths.quotes, label: 'Quotes', right: 'manageDocuments', from: 'lg' },
  { to: paths.settings, label: 'Settings', from: 'lg' },
  { to: paths.help, label: 'Help', from: 'lg' },
];
/** For people who see the books, but no bookings. */
const books: readonly Place[] = [
  { to: paths.reports, label: 'Reports' },
  { to: paths.settings, label: 'Settings' },
  { to: paths.help, label: 'Help' },
];
const accountOnly: readonly Place[] = [
  { to: paths.settings, label: 'Settings' },
  { to: paths.help, label: 'Help' },
];

/** Whether the user's business is being closed or was suspended. */
export function isClosed({ team }: User): boolean {
  return (team?.closesAt ?? team?.suspended) != null;
}

/** Links of the top navigation, limited to the user's permissions. */
export function navigationOf(user: User): readonly Place[] {
  if (user.operatorId === null || isClosed(user)) return accountOnly;
  if (!can(user, 'seeBookings')) return books;
  return business.filter(({ right }) => right === undefined || can(user, right));
}

/** Whether a link is current; subpages count. The dashboard has two paths. */
export function isCurrent(to: string, pathname: string): boolean {
  return (
    to === pathname || pathname.startsWith(`${to}/`) || (to === paths.home && pathname === paths.dashboard)
  );
}
