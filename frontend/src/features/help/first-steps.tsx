import { Sparkles } from 'lucide-react';
import { Link } from 'react-router';
import { helpPath, paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const firstSteps: Chapter = {
  id: 'first-steps',
  title: 'First steps',
  summary: 'From an empty account to your first confirmed booking in about 15 minutes.',
  Icon: Sparkles,
  sections: [
    {
      id: 'account',
      title: 'Create your account',
      body: (
        <p>
          On <Link to={paths.auth}>the sign-in page</Link>, choose <b>Register</b> and enter your email, a
          password of at least six characters and your company&rsquo;s name. You are signed in immediately.
          Your dashboard shows a short checklist that starts with your prices and your time zone.
        </p>
      ),
    },
    {
      id: 'letters',
      title: 'Add your letters',
      body: (
        <>
          <p>
            Under <Link to={paths.inventory}>Inventory</Link>, use <b>Add a Whole Set</b> to enter quantities
            for A to Z, 0 to 9 and &amp; at once, or to paste a list. <b>Add New Letter</b> adds a single
            letter, and <b>Add and Next</b> keeps the dialog open for the next one.
          </p>
          <p>
            Digits, &amp;, ♥ and accented letters count as letters too, and É and E are two different letters.
            Requests are checked against your stock once you have added your first letter. From then on, we
            assume that you don&rsquo;t own a letter that is not in your list.
          </p>
        </>
      ),
    },
    {
      id: 'venue',
      title: 'Add a venue',
      body: (
        <p>
          Under <Link to={paths.venues}>Venues</Link>, select <b>Add Venue</b> and enter the address, a
          contact, and how difficult access is. Customers see the venue&rsquo;s name, city and surcharge.
          Contacts, notes and directions are only for you. Learn more in{' '}
          <Link to={helpPath('venues')}>Venues</Link>.
        </p>
      ),
    },
    {
      id: 'share',
      title: 'Share your booking form',
      body: (
        <p>
          Find the link to your form under{' '}
          <Link to={`${paths.settings}?tab=embed`}>Settings &gt; Embed Widget</Link>. Share it where your
          customers find you, and open it yourself to see what they see.
        </p>
      ),
    },
    {
      id: 'first-request',
      title: 'Confirm the first request',
      body: (
        <p>
          Requests appear on your dashboard, under <Link to={paths.bookings}>Bookings</Link>, and in the
          notifications at the top. Open one and select <b>Confirm Booking</b>. The letters are then reserved
          for this booking.
        </p>
      ),
    },
  ],
};
