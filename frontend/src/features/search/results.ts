/** Search results as entries with links. */

import { can } from '@/api/rights';
import type { Found } from '@/api/search';
import { sectionsOf } from '@/api/settings-sections';
import type { User } from '@/api/types';
import { formatDay } from '@/lib/dates';
import type { Format } from '@/lib/format';
import { isKeyOf } from '@/lib/keys';
import { paths, quotePath } from '@/lib/paths';
import { bookingStatus, quoteName, quoteStatus } from '@/lib/status';
import { counted, sizeName } from '@/lib/words';
import type { BadgeTone } from '@/ui/Badge';

export interface Entry {
  to: string;
  title: string;
  detail: string;
  badge?: { word: string; tone: BadgeTone };
}

export interface EntryGroup {
  title: string;
  entries: readonly Entry[];
}

/** Pages, other than settings, that users may search by name. */
function pagesOf(user: User): Entry[] {
  const pages: (Entry & { right?: Parameters<typeof can>[1] })[] = [
    { to: paths.quote, title: 'Create New Booking', detail: 'Or build a quote', right: 'manageDocuments' },
    { to: paths.bookings, title: 'Bookings', detail: 'List, calendar and requests' },
    { to: `${paths.bookings}?view=calendar`, title: 'Calendar', detail: 'Bookings by month and week' },
    { to: paths.quotes, title: 'Quotes', detail: 'Drafts and sent quotes', right: 'manageDocuments' },
    { to: paths.inventory, title: 'Inventory', detail: 'Letters, stock and repairs' },
    { to: paths.venues, title: 'Venues', detail: 'Places you deliver to' },
    {
      to: `${paths.bookings}?view=revenue`,
      title: 'Reports',
      detail: 'Revenue by month, size, venue and event; CSV files',
      right: 'seeMoney',
    },
    {
      to: paths.subscription,
      title: 'Subscription',
      detail: 'Your plan and payments',
      right: 'manageSubscription',
    },
    { to: paths.help, title: 'Help Center', detail: 'Guides and answers' },
  ];
  return pages
    .filter(({ right }) => right === undefined || can(user, right))
    .map(({ right: _right, ...entry }) => entry);
}

function settingsOf(user: User): Entry[] {
  return sectionsOf(user).map(({ tab, label, about }) => ({
    to: tab === 'profile' ? paths.settings : `${paths.settings}?tab=${tab}`,
    title: `Settings: ${label}`,
    detail: about,
  }));
}

const searched = (query: string) => encodeURIComponent(query.trim());

/** Pages and settings that match every search word; common pages if the search is empty. */
export function placesFor(q: string, user: User): EntryGroup {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { title: 'Go To', entries: pagesOf(user) };
  const entries = [...pagesOf(user), ...settingsOf(user)].filter(({ title, detail }) => {
    const text = `${title} ${detail}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return { title: 'Pages and Settings', entries };
}

/** Matching bookings, customers, quotes and venues, each group with a link to all results. */
export function groupsFor(format: Format, q: string, found: Found): EntryGroup[] {
  const all = `${paths.bookings}?q=${searched(q)}`;
  const more = (kind: Found['more'][number], to: string, title: string): Entry[] =>
    found.more.includes(kind) ? [{ to, title, detail: '' }] : [];
  return [
    {
      title: 'Bookings',
      entries: [
        ...found.bookings.map(
          ({ id, number, customerName, message, size, status, deliveryDate, venueName }) => ({
            to: `${paths.bookings}?id=${id}`,
            title: customerName,
            detail: [
              `#${number}`,
              `"${message}" (${sizeName(format, size)})`,
              formatDay(format, deliveryDate),
              venueName ?? '',
            ]
              .filter(Boolean)
              .join(' · '),
            badge: bookingStatus[status],
          }),
        ),
        ...more('bookings', all, 'All matching bookings'),
      ],
    },
    {
      title: 'Customers',
      entries: found.customers.map(({ name, email, phone, bookings, lastDelivery }) => ({
        to: `${paths.bookings}?q=${searched(email || phone || name)}`,
        title: name,
        detail: [email, phone ?? '', counted(bookings, 'booking'), `last ${formatDay(format, lastDelivery)}`]
          .filter(Boolean)
          .join(' · '),
      })),
    },
    {
      title: 'Quotes',
      entries: [
        ...found.quotes.map(({ id, number, status, message, size, customerName }) => ({
          to: quotePath(id),
          title: customerName || quoteName({ id, number }),
          detail: [
            quoteName({ id, number }),
            message === '' ? '' : `"${message}" (${sizeName(format, size)})`,
          ]
            .filter(Boolean)
            .join(' · '),
          ...(isKeyOf(status, quoteStatus) && { badge: quoteStatus[status] }),
        })),
        ...more('quotes', `${paths.quotes}?q=${searched(q)}`, 'All matching quotes'),
      ],
    },
    {
      title: 'Venues',
      entries: [
        ...found.venues.map(({ name, city, state }) => ({
          to: `${paths.venues}?q=${searched(name)}`,
          title: name,
          detail: [city, state].filter(Boolean).join(', '),
        })),
        ...more('venues', `${paths.venues}?q=${searched(q)}`, 'All matching venues'),
      ],
    },
  ].filter(({ entries }) => entries.length > 0);
}
