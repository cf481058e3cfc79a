/** Search results as entries with links. */

import { can } from '@/api/rights';
import type { Found } from '@/api/search';
import { searchParts } from '@/api/settings-parts';
import { sectionsOf } from '@/api/settings-sections';
import type { InventoryItem, User } from '@/api/types';
import { formatDay } from '@/lib/dates';
import type { Format } from '@/lib/format';
import { isKeyOf } from '@/lib/keys';
import { customerPath, paths, quotePath } from '@/lib/paths';
import { bookingStatus, quoteName, quoteStatus } from '@/lib/status';
import { counted, finishBesideOthers, sizeName } from '@/lib/words';
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
    { to: paths.customers, title: 'Customers', detail: 'Who books with you, and what they had' },
    { to: paths.inventory, title: 'Inventory', detail: 'Letters, stock and repairs' },
    { to: paths.repairs, title: 'Repairs and Losses', detail: 'Broken, damaged, lost and missing pieces' },
    {
      to: `${paths.repairs}?record`,
      title: 'Record a Repair or Loss',
      detail: 'Report broken, damaged, lost or missing letters and items',
      right: 'addNotes',
    },
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

/** Words that report a repair: "broken O", "lost & 4ft", "dead bulb E". */
const REPORTS = [
  'broken',
  'broke',
  'damaged',
  'damage',
  'dead',
  'defect',
  'lost',
  'missing',
  'repair',
  'report',
];
/** Words that name no piece. */
const FILLERS = ['a', 'an', 'the', 'is', 'record', 'bulb', 'letter', 'loss'];
const MOST_REPAIRS = 6;

/** The words of a search such as "broken O" that name the piece; null if it reports no damage. */
export function reportedWords(q: string): readonly string[] | null {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const isReport = (word: string) => REPORTS.includes(word) || (word.length > 3 && 'broken'.startsWith(word));
  if (!words.some(isReport)) return null;
  const rest = words.filter((word) => !isReport(word));
  // "broken A" is about the letter A.
  return rest.length === 1 ? rest : rest.filter((word) => !FILLERS.includes(word));
}

/** Letters to report as broken or lost, for a search such as "broken O". */
export function repairsFor(
  format: Format,
  words: readonly string[] | null,
  letters: readonly InventoryItem[],
): EntryGroup[] {
  if (words === null || words.length === 0) return [];
  const entries = letters
    .filter(({ quantity }) => quantity > 0)
    .map((piece) => {
      const detail = [sizeName(format, piece.size), finishBesideOthers(format, piece.finish)].filter(Boolean);
      return { piece, title: `Record a repair: ${piece.letter} (${detail.join(', ')})` };
    })
    .filter(({ piece, title }) =>
      words.every(
        (word) =>
          word === piece.letter.toLowerCase() || (word.length > 1 && title.toLowerCase().includes(word)),
      ),
    )
    // A single letter must be named as such, not be part of a size.
    .filter(({ piece }) => words.some((word) => word === piece.letter.toLowerCase()))
    .slice(0, MOST_REPAIRS)
    .map(({ piece: { letter, size, finish }, title }) => ({
      to: `${paths.repairs}?${new URLSearchParams({ letter, size, finish })}`,
      title,
      detail: 'Out of service from today',
    }));
  return entries.length === 0 ? [] : [{ title: 'Repairs', entries }];
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
  const parts = searchParts(user, q);
  const entries = [...pagesOf(user), ...settingsOf(user)].filter(({ title, detail, to }) => {
    const matches = (text: string) => words.every((word) => text.toLowerCase().includes(word));
    // A card is a better result than the page it is on.
    return (
      matches(title) ||
      (matches(`${title} ${detail}`) && !parts.some(({ tab }) => to.endsWith(`?tab=${tab}`)))
    );
  });
  entries.push(
    ...parts.map(({ tab, anchor, title, section }) => ({
      to: `${paths.settings}?tab=${tab}#${anchor}`,
      title,
      detail: `Settings: ${section.label}`,
    })),
  );
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
      entries: [
        ...found.customers.map(({ id, name, email, phone, bookings, lastDelivery }) => ({
          to: id === null ? `${paths.bookings}?q=${searched(email || phone || name)}` : customerPath(id),
          title: name,
          detail: [
            email,
            phone ?? '',
            counted(bookings, 'booking'),
            lastDelivery === null ? '' : `last ${formatDay(format, lastDelivery)}`,
          ]
            .filter(Boolean)
            .join(' · '),
        })),
        ...more('customers', `${paths.customers}?q=${searched(q)}`, 'All matching customers'),
      ],
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
