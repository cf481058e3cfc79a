import type { BusinessState } from '@/api/businesses';
import { paths } from '@/lib/paths';
import type { BadgeTone } from '@/ui/Badge';

/** Name and color of each state of a business. */
export const businessStates: Readonly<Record<BusinessState, { label: string; tone: BadgeTone }>> = {
  active: { label: 'Active', tone: 'green' },
  held: { label: 'Awaiting approval', tone: 'yellow' },
  slowed: { label: 'Slowed', tone: 'orange' },
  suspended: { label: 'Suspended', tone: 'red' },
  closing: { label: 'Closing', tone: 'neutral' },
  inactive: { label: 'Inactive', tone: 'neutral' },
};

/** A business's page. */
export function businessPath(id: number): string {
  return `${paths.adminBusinesses}/${id}`;
}
