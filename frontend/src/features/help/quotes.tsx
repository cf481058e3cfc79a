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
          how many of each letter are free, days that have already been, lines of your own and a discount.
          Price and stock follow your typing. Save it, send it, or book at once.
        </p>
      ),
    },
    {
      id: 'lines',
      title: 'Several lines in one rental',
      body: (
        <p>
          <b>Add Letters</b>, <b>Add Item</b> and <b>Add Package</b> put more lines below the first: a second
          word in another size, balloons, a backdrop. Each line shows its price. You find the same when you
          edit a booking.
        </p>
      ),
    },
    {
      id: 'send',
      title: 'Send it and get a yes',
      body: (
        <p>
          Your customer gets a link, by email or from you. The page shows the sign lit, days, place, price and
          your terms; a typed name accepts it. The booking is made in the same moment, if the letters are
          still free. <Link to={paths.quotes}>Quotes</Link> shows who has seen, accepted, declined or asked.
        </p>
      ),
    },
    {
      id: 'total',
      title: 'Agree on another price',
      body: (
        <p>
          Add lines of your own and a <b>Discount</b> to the quote. Later, edit the booking and enter the{' '}
          <b>Total</b>: the computed price stays beside it, so that you see what you gave away.
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
