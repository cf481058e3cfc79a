import { MapPin } from 'lucide-react';
import { Link } from 'react-router';
import { helpPath, paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const venues: Chapter = {
  id: 'venues',
  title: 'Venues',
  summary: 'Locations with their surcharges, directions and notes.',
  Icon: MapPin,
  sections: [
    {
      id: 'surcharge',
      title: 'Difficulty and surcharge',
      body: (
        <p>
          Each difficulty level has a price that applies to all venues, set under{' '}
          <Link to={`${paths.settings}?tab=pricing`}>Settings &gt; Pricing</Link>. A venue&rsquo;s own
          surcharge is added to it and applies to that venue only. See{' '}
          <Link to={helpPath('prices', 'formula')}>how prices are calculated</Link>.
        </p>
      ),
    },
    {
      id: 'verified',
      title: 'Verified and Quick Book',
      body: (
        <p>
          Customers pay a deposit at venues that are not <b>Verified</b>. Use <b>Quick Book</b> to mark venues
          that you know well.
        </p>
      ),
    },
    {
      id: 'directions',
      title: 'What customers see',
      body: (
        <p>
          Customers see a venue&rsquo;s name, city and surcharge. Contact, load-in, parking and notes are for
          you and your crew.
        </p>
      ),
    },
    {
      id: 'insurance',
      title: 'Certificates of insurance',
      body: (
        <p>
          If a venue requires a certificate, enter its limits and the certificate holder with the venue. Add
          your certificates under{' '}
          <Link to={`${paths.settings}?tab=certificates`}>Settings &gt; Insurance</Link>. Bookings at the
          venue show whether one is missing or expires before pickup. From there you can email it to the
          venue, or request it from your insurer.
        </p>
      ),
    },
    {
      id: 'delete',
      title: 'Delete a venue',
      body: (
        <p>
          You can&rsquo;t delete <Link to={paths.venues}>venues</Link> with upcoming bookings; the error lists
          those bookings. Past bookings keep the venue&rsquo;s name and address.
        </p>
      ),
    },
  ],
};
