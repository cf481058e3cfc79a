import { can } from '@/api/rights';
import type { User } from '@/api/types';
import { paths } from '@/lib/paths';
import { navigationOf, type Place } from './navigation';

/** Links of the phone menu only, before the settings. They are not part of the first screen, and load with the menu. */
const more: readonly Place[] = [
  { to: paths.reviews, label: 'Reviews', right: 'handleBookings' },
  { to: paths.giftCards, label: 'Gift Cards', right: 'seeBooks' },
];

/** Links of the phone menu, with Today first. */
export function menuOf(user: User): readonly Place[] {
  const places = navigationOf(user);
  const today = places.filter(({ to }) => to === paths.day);
  const others = places.filter(({ to }) => to !== paths.day);
  const own = can(user, 'seeBookings')
    ? more.filter(({ right }) => right === undefined || can(user, right))
    : [];
  const at = others.findIndex(({ to }) => to === paths.settings);
  return [...today, ...others.slice(0, at), ...own, ...others.slice(at)];
}
