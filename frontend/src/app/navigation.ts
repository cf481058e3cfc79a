import type { User } from '@/api/types';
import { paths } from '@/lib/paths';

interface Place {
  readonly to: string;
  readonly label: string;
}

const business: readonly Place[] = [
  { to: paths.home, label: 'Dashboard' },
  { to: paths.bookings, label: 'Bookings' },
  { to: paths.inventory, label: 'Inventory' },
  { to: paths.venues, label: 'Venues' },
  { to: paths.quote, label: 'Build a Quote' },
];
const accountOnly: readonly Place[] = [{ to: paths.settings, label: 'Settings' }];

/** The links of the top navigation and of the slide-out menu: what the person can have. */
export function navigationOf(user: User): readonly Place[] {
  return user.operatorId === null ? accountOnly : business;
}

/** The dashboard has two addresses; its link is the current one on both. */
export function isCurrent(to: string, pathname: string): boolean {
  return to === pathname || (to === paths.home && pathname === paths.dashboard);
}
