import type { QueryKey } from '@tanstack/react-query';
import { EVERYTHING } from './stream';

/** What a page has read that a topic makes stale, by how the keys of its queries begin. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  bookings: ['bookings', 'reports'],
  messages: ['messages'],
  quotes: ['quotes'],
  inventory: ['inventory', 'items', 'packages', 'outages', 'reports', 'bookings'],
  venues: ['venues'],
  notifications: ['notifications'],
  payments: ['payments', 'payouts', 'subscription', 'account-status', 'bookings'],
  team: ['user', 'team'],
  settings: [
    'user',
    'booking-rules',
    'price-list',
    'delivery-zones',
    'payment-policy',
    'discount-codes',
    'business-details',
    'embed-settings',
    'calendar-feed',
    'message-settings',
  ],
};

/** Whether a query reads what some topics are about. */
export function isAbout(topics: ReadonlySet<string>, key: QueryKey): boolean {
  if (topics.has(EVERYTHING)) return true;
  return [...topics].some((topic) => KEYS[topic]?.includes(String(key[0])));
}
