import { ReceiptText } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const quotes: Chapter = {
  id: 'quotes',
  title: 'Quotes and manual bookings',
  summary: 'Phone orders, custom prices and overbooking.',
  Icon: ReceiptText,
  sections: [
    {
      id: 'build',
      title: 'Build a quote',
      body: (
        <p>
          <Link to={paths.quote}>Build a Quote</Link> is the same form that customers use, with more options:
          how many of each letter are available, past dates, custom price lines and a discount. Price and
          availability update as you type. Save the quote, send it, or book it right away.
        </p>
      ),
    },
    {
      id: 'lines',
      title: 'Rent several words or items',
      body: (
        <p>
          Use <b>Add Letters</b>, <b>Add Item</b> and <b>Add Package</b> to add more lines: a second word in
          another size, balloons, a backdrop. Each line shows its price. The same buttons appear when you edit
          a booking.
        </p>
      ),
    },
    {
      id: 'send',
      title: 'Send a quote',
      body: (
        <p>
          Your customer gets a link, by email or from you. The page shows the lit sign, dates, venue, price
          and your terms. To accept, the customer types their name. The booking is created immediately if the
          letters are still available. <Link to={paths.quotes}>Quotes</Link> shows which quotes were viewed,
          accepted or declined, and which have a question.
        </p>
      ),
    },
    {
      id: 'total',
      title: 'Change the price',
      body: (
        <p>
          Add custom lines and a <b>Discount</b> to the quote. You can also edit the <b>Total</b> of a booking
          later. The calculated price is shown next to it, so you can see the difference.
        </p>
      ),
    },
    {
      id: 'overbook',
      title: 'Book more than you own',
      body: (
        <p>
          If you can borrow the missing letters, you can overbook. Enter a reason, which is saved with the
          booking. Customers can never overbook.
        </p>
      ),
    },
  ],
};
