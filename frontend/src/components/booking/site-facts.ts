import type { components } from '@/api/schema';
import type { Venue } from '@/api/types';

type SiteAccess = components['schemas']['SiteAccessOut'];
type FactName = Exclude<keyof SiteAccess, `contact${string}`>;

/** Labels of a venue's access notes in display order. The contact is shown separately. */
const labels: Record<FactName, string> = {
  loadIn: 'Load-in',
  parking: 'Parking',
  space: 'Space',
  power: 'Power at the venue',
  notes: 'Venue notes',
};
const factNames = Object.keys(labels) as FactName[];

/** Access notes as label, text and field name, without empty ones. */
export function siteFacts(site: Partial<Pick<SiteAccess, FactName>>) {
  return factNames.flatMap((name) => {
    const text = site[name];
    return text == null || text === '' ? [] : [[labels[name], text, name] as const];
  });
}

/** Access notes of a venue, like {@link siteFacts}. */
export const venueFacts = (venue: Venue) =>
  siteFacts({ ...venue, loadIn: venue.loadInInstructions, parking: venue.parkingInstructions });
