import { MessageCircleQuestion } from 'lucide-react';
import { Link } from 'react-router';
import { helpPath, paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const answers: Chapter = {
  id: 'answers',
  title: 'When the answer is no',
  summary: 'What a refusal means, and what to do next.',
  Icon: MessageCircleQuestion,
  sections: [
    {
      id: 'not-enough-letters',
      title: '“Not enough letters”',
      body: (
        <p>
          On one of those days the named letters are taken, or you own too few. Take other days, the other
          size, or <Link to={helpPath('quotes', 'overbook')}>book over your stock</Link> with a reason.
        </p>
      ),
    },
    {
      id: 'taken',
      title: '“More than you would own”',
      body: (
        <p>
          You lower a quantity that coming bookings need. The answer lists them: change or cancel them first.
        </p>
      ),
    },
    {
      id: 'needed-venue',
      title: '“Needed by coming bookings”',
      body: <p>You tried to delete a venue that has deliveries ahead. The message lists the bookings.</p>,
    },
    {
      id: 'price-changed',
      title: '“The price has changed”',
      body: (
        <p>
          Your price list changed while somebody was filling in the form. They see the new price and send
          again.
        </p>
      ),
    },
    {
      id: 'status-changed',
      title: '“A booking cannot be set to …”',
      body: <p>It has moved on meanwhile, perhaps in another window or by somebody else. Open it again.</p>,
    },
    {
      id: 'too-many',
      title: '“Too many attempts”',
      body: (
        <p>
          Sign-ins and requests are counted, against guessing and spam. Try again after the time that the
          message says.
        </p>
      ),
    },
    {
      id: 'form-unavailable',
      title: '“This booking form is not available”',
      body: (
        <p>
          The link names no active business. Copy it again from{' '}
          <Link to={`${paths.settings}?tab=embed`}>Settings, Embed Widget</Link>.
        </p>
      ),
    },
    {
      id: 'nothing-works',
      title: 'Nothing loads at all',
      body: (
        <p>
          <Link to={paths.status}>Status</Link> tells whether the service answers. If it does, check your own
          connection and load the page again.
        </p>
      ),
    },
  ],
};
