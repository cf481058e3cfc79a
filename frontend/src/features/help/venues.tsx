import { MapPin } from 'lucide-react';
import { Link } from 'react-router';
import { helpPath, paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const venues: Chapter = {
  id: 'venues',
  title: 'Venues',
  summary: 'Places with their surcharges, their directions, and their surprises written down.',
  Icon: MapPin,
  sections: [
    {
      id: 'surcharge',
      title: 'Difficulty and surcharge',
      body: (
        <p>
          A venue&rsquo;s difficulty has a price for all venues alike, set under{' '}
          <Link to={`${paths.settings}?tab=pricing`}>Settings, Pricing</Link>. Its own surcharge comes on top
          and belongs to this venue alone. See{' '}
          <Link to={helpPath('prices', 'formula')}>how a price comes about</Link>.
        </p>
      ),
    },
    {
      id: 'verified',
      title: 'Verified and Quick Book',
      body: (
        <p>
          A venue that is not <b>Verified</b> asks its customers for a deposit. <b>Quick Book</b> marks those
          that need no second thought.
        </p>
      ),
    },
    {
      id: 'directions',
      title: 'What customers see',
      body: (
        <p>Its name, city and surcharge. Contact, load-in, parking and notes are for you and your crew.</p>
      ),
    },
    {
      id: 'delete',
      title: 'Delete a venue',
      body: (
        <p>
          <Link to={paths.venues}>Venues</Link> with coming bookings stay; the answer lists those bookings.
          Past bookings remember the name and address as they were.
        </p>
      ),
    },
  ],
};
