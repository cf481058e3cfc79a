import { ReceiptText } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const quotes: Chapter = {
  id: 'quotes',
  title: 'Quotes and bookings of your own',
  summary: 'For customers on the phone, for agreed prices, and for more letters than you own.',
  Icon: ReceiptText,
  sections: [
    {
      id: 'build',
      title: 'Build a quote',
      body: (
        <p>
          <Link to={paths.quote}>Build a Quote</Link> is your customers&rsquo; form, with more in it for you:
          how many of each letter are free, days that have already been, and a total of your own. Price and
          stock follow your typing.
        </p>
      ),
    },
    {
      id: 'total',
      title: 'Agree on another price',
      body: (
        <p>
          Enter it as <b>Total</b>. The booking charges your total and keeps the computed price beside it, so
          that you see what you gave away.
        </p>
      ),
    },
    {
      id: 'overbook',
      title: 'Book more than you own',
      body: (
        <p>
          When a colleague lends you the missing letters, you may book over your stock. You say why, and the
          booking carries the reason. Customers never can.
        </p>
      ),
    },
  ],
};
