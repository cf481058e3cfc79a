import { paths } from '@/lib/paths';

/** The links of the top navigation and of the slide-out menu. */
export const navigation = [
  { to: paths.home, label: 'Dashboard' },
  { to: paths.bookings, label: 'Bookings' },
  { to: paths.inventory, label: 'Inventory' },
  { to: paths.venues, label: 'Venues' },
  { to: paths.quote, label: 'Build a Quote' },
] as const;

/** The dashboard has two addresses; its link is the current one on both. */
export function isCurrent(to: string, pathname: string): boolean {
  return to === pathname || (to === paths.home && pathname === paths.dashboard);
}
