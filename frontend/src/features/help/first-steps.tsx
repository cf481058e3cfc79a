import { Sparkles } from 'lucide-react';
import { Link } from 'react-router';
import { helpPath, paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const firstSteps: Chapter = {
  id: 'first-steps',
  title: 'First steps',
  summary: 'From an empty account to your first confirmed booking, in about a quarter of an hour.',
  Icon: Sparkles,
  sections: [
    {
      id: 'account',
      title: 'Open your account',
      body: (
        <p>
          On <Link to={paths.auth}>the sign-in page</Link> choose <b>Register</b> and give your email, a
          password of six characters or more, and your company&rsquo;s name. You are signed in at once. Your
          dashboard then shows a short checklist, which begins with your prices and your time zone.
        </p>
      ),
    },
    {
      id: 'letters',
      title: 'Enter your letters',
      body: (
        <>
          <p>
            Under <Link to={paths.inventory}>Inventory</Link>, <b>Add a Whole Set</b> takes counts for A to Z,
            0 to 9 and &amp; in one go, or a pasted list. <b>Add New Letter</b> enters a single one;{' '}
            <b>Add and Next</b> keeps the dialog open.
          </p>
          <p>
            Digits, &amp;, ♥ and letters with accents are letters too, and É and E are two different ones.
            Until you have entered the first letter, no request is checked against your stock. From the first
            one on, a letter that is not in your list counts as one that you do not own.
          </p>
        </>
      ),
    },
    {
      id: 'venue',
      title: 'Add a venue',
      body: (
        <p>
          Under <Link to={paths.venues}>Venues</Link>, <b>Add Venue</b> asks for the address, a contact, and
          how hard it is to get in. Customers see a venue&rsquo;s name, city and surcharge; contacts, notes
          and directions are for you. More in <Link to={helpPath('venues')}>Venues</Link>.
        </p>
      ),
    },
    {
      id: 'share',
      title: 'Share your booking form',
      body: (
        <p>
          <Link to={`${paths.settings}?tab=embed`}>Settings, Embed Widget</Link> has the link to your form.
          Put it where your customers find you, and open it once yourself to see what they see.
        </p>
      ),
    },
    {
      id: 'first-request',
      title: 'Confirm the first request',
      body: (
        <p>
          A request appears on your dashboard, under <Link to={paths.bookings}>Bookings</Link>, and behind the
          bell at the top. Open it and choose <b>Confirm Booking</b>: the letters are yours to deliver.
        </p>
      ),
    },
  ],
};
