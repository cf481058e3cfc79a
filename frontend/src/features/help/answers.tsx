import { MessageCircleQuestion } from 'lucide-react';
import { Link } from 'react-router';
import { helpPath, paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const answers: Chapter = {
  id: 'answers',
  title: 'Error messages',
  summary: 'What common messages mean, and what to do next.',
  Icon: MessageCircleQuestion,
  sections: [
    {
      id: 'not-enough-letters',
      title: '“Not enough letters”',
      body: (
        <p>
          On at least one of those days, some letters are already booked or you own too few. Choose other days
          or another size, or <Link to={helpPath('quotes', 'overbook')}>overbook</Link> with a reason.
        </p>
      ),
    },
    {
      id: 'taken',
      title: '“More than you would own”',
      body: (
        <p>
          You tried to reduce a quantity that upcoming bookings need. The message lists those bookings: change
          or cancel them first.
        </p>
      ),
    },
    {
      id: 'needed-venue',
      title: '“Needed by upcoming bookings”',
      body: <p>You tried to delete a venue with upcoming deliveries. The message lists the bookings.</p>,
    },
    {
      id: 'price-changed',
      title: '“The price has changed”',
      body: (
        <p>
          Your price list changed while a customer was filling in the form. They see the new price and can
          send the request again.
        </p>
      ),
    },
    {
      id: 'status-changed',
      title: '“A … booking can’t be changed to …”',
      body: (
        <p>
          The booking&rsquo;s status has changed in the meantime, perhaps in another window or by a team
          member. Open it again.
        </p>
      ),
    },
    {
      id: 'too-many',
      title: '“Too many attempts”',
      body: (
        <p>
          We limit sign-ins and requests to prevent password guessing and spam. Try again after the time shown
          in the message.
        </p>
      ),
    },
    {
      id: 'form-unavailable',
      title: '“This booking form is not available”',
      body: (
        <p>
          The link doesn&rsquo;t belong to an active business. Copy it again from{' '}
          <Link to={`${paths.settings}?tab=embed`}>Settings &gt; Embed Widget</Link>.
        </p>
      ),
    },
    {
      id: 'nothing-works',
      title: 'Nothing loads',
      body: (
        <p>
          <Link to={paths.status}>Status</Link> shows whether the service is running. If it is, check your
          internet connection and reload the page.
        </p>
      ),
    },
  ],
};
