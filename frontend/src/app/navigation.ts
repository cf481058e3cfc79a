import { can, type Right } from '@/api/rights';
import type { User } from '@/api/types';
import { paths } from '@/lib/paths';

interface Place {
  readonly to: string;
  readonly label: string;
  /** Who may see it; everybody in the business if it is left out. */
  readonly right?: Right;
  /** In the bar of a wide screen only; on a tablet it is in the menu of the person. */
  readonly wide?: boolean;
}

const business: readonly Place[] = [
  { to: paths.home, label: 'Dashboard', right: 'seeMoney' },
  { to: paths.day, label: 'Today' },
  { to: paths.bookings, label: 'Bookings' },
  { to: paths.inventory, label: 'Inventory' },
  { to: paths.venues, label: 'Venues', wide: true },
  { to: paths.quote, label: 'Build a Quote', right: 'makePapers' },
  { to: paths.quotes, label: 'Quotes', right: 'makePapers', wide: true },
  { to: paths.settings, label: 'Settings', wide: true },
  { to: paths.help, label: 'Help', wide: true },
];
const accountOnly: readonly Place[] = [
  { to: paths.settings, label: 'Settings' },
  { to: paths.help, label: 'Help' },
];

/** The links of the top navigation and of the slide-out menu, limited to those that the person can have. */
export function navigationOf(user: User): readonly Place[] {
  if (user.operatorId === null || user.team?.closesAt != null) return accountOnly;
  return business.filter(({ right }) => right === undefined || can(user, right));
}

/** The same for the menu of a phone, where the day comes first. */
export function menuOf(user: User): readonly Place[] {
  const places = navigationOf(user);
  return [...places.filter(({ to }) => to === paths.day), ...places.filter(({ to }) => to !== paths.day)];
}

/** A link is the current one on what is below its page too. The dashboard has two addresses. */
export function isCurrent(to: string, pathname: string): boolean {
  return (
    to === pathname || pathname.startsWith(`${to}/`) || (to === paths.home && pathname === paths.dashboard)
  );
}
