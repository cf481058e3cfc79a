/** Search and sort orders of the venue list. */
import type { Venue } from '@/api/types';
import { surchargeOf } from '@/api/types';
import { venueFacts } from '@/components/booking/site-facts';
import { names } from '@/components/by-name';
import { folded, searchWords } from '@/lib/text';

export const orders = {
  name: 'Name',
  city: 'City',
  newest: 'Newest first',
  surcharge: 'Highest surcharge',
} as const;
export type Order = keyof typeof orders;

/** Number of venues from which the search is shown. */
export const manyVenues = 7;

function textOf(venue: Venue): string {
  const { name, address, city, state, zipCode, contactName, contactEmail, contactPhone } = venue;
  // A phone number matches with and without punctuation.
  const digits = contactPhone?.replace(/\D/g, '');
  return folded(
    [
      ...[name, address, city, state, zipCode, contactName, contactEmail, contactPhone, digits],
      ...venueFacts(venue).map(([, text]) => text),
    ].join('\n'),
  );
}

/** The venues that contain all typed words in their name, address, contact or access notes. */
export function foundVenues(venues: readonly Venue[], typed: string): Venue[] {
  const words = searchWords(typed);
  if (words.length === 0) return [...venues];
  return venues.filter((venue) => {
    const text = textOf(venue);
    return words.every((word) => text.includes(word));
  });
}

/** The venues in the given order, ties by name. */
export function orderedVenues(venues: readonly Venue[], order: Order): Venue[] {
  const by: Readonly<Record<Order, (a: Venue, b: Venue) => number>> = {
    name: () => 0,
    city: (a, b) => names.compare(a.city, b.city) || names.compare(a.state, b.state),
    newest: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id,
    surcharge: (a, b) => surchargeOf(b) - surchargeOf(a),
  };
  return [...venues].sort((a, b) => by[order](a, b) || names.compare(a.name, b.name) || a.id - b.id);
}
