import { Truck } from 'lucide-react';
import { Link } from 'react-router';
import { helpPath, paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const goods: Chapter = {
  id: 'goods',
  title: 'Deliveries and returns',
  summary: 'The day view, the crew page, late letters, damage, and tags.',
  Icon: Truck,
  sections: [
    {
      id: 'day',
      title: 'The day view',
      body: (
        <>
          <p>
            <Link to={paths.day}>Today</Link> lists deliveries and pickups by time, with address, contact,
            letters in spelling order and the balance to collect. Use <b>Print Run Sheet</b> to take it with
            you on paper.
          </p>
          <p>
            The packing list totals the letters for all jobs. The load list starts with the last stop, so that
            letters come off the van in spelling order.
          </p>
          <p>
            If you have a team, you can assign each stop to a <b>Crew</b> member. Unassigned stops are shown
            to everyone.
          </p>
        </>
      ),
    },
    {
      id: 'crew',
      title: 'The crew page',
      body: (
        <>
          <p>
            Open <b>Crew Page</b> on a phone and add it to the home screen. It shows the stops for today and
            the next two days, even without a connection.
          </p>
          <ul>
            <li>Tap a letter to count one. Press and hold to count all of them, or select Count All.</li>
            <li>
              If a bulb is out before the letter is loaded, select <b>Damaged</b>, tap the letter, and
              describe the problem. The letter is not loaded and a repair is opened; count another letter
              instead.
            </li>
            <li>Check off the light test, take a photo, and have the customer sign on delivery.</li>
            <li>
              &ldquo;3 waiting to send&rdquo; means that three records have not been sent to the server yet.
              They are sent when the connection is back, and each is counted once.
            </li>
            <li>
              If you are signed out on the road, the records stay on the phone until the same person signs in
              again.
            </li>
          </ul>
          <p>
            Staff don&rsquo;t see prices. To show them the balance to collect, turn it on under{' '}
            <Link to={`${paths.settings}?tab=rules`}>Settings &gt; Booking Rules</Link>.
          </p>
        </>
      ),
    },
    {
      id: 'handovers',
      title: 'Letters that are out or late',
      body: (
        <>
          <p>
            Under <b>Goods</b>, a booking shows whether each piece is packed, out or back. Returned letters
            are available immediately. Late letters stay reserved for today and tomorrow, until they are back
            or you complete the booking.
          </p>
          <p>
            <b>Not Back Yet</b> on the <Link to={paths.dashboard}>dashboard</Link> lists late bookings.
            Complete the booking, or enter when you expect its letters back.
          </p>
        </>
      ),
    },
    {
      id: 'repairs',
      title: 'Damaged and missing letters',
      body: (
        <>
          <p>
            Mark pieces as damaged or missing when they come back or before they go out. You can also report a
            repair from the inventory, even if bookings need the piece. Bookings that are now short appear on
            the dashboard with suggested solutions. We never cancel a booking for you.
          </p>
          <p>
            <Link to={paths.repairs}>Repairs and Losses</Link> shows who reported each problem, photos, the
            cost, and when the piece is back in service.
          </p>
          <p>
            Under <b>Damage and Losses</b>, the booking shows a proposed charge: the repair cost or the
            replacement price. Nothing is charged until you select <b>Charge</b>. The rental price stays the
            same, and your customer sees the charge on a separate line.
          </p>
        </>
      ),
    },
    {
      id: 'tags',
      title: 'Tags and labels',
      body: (
        <>
          <p>
            Most businesses only count letters. To track individual pieces, give each a tag on the{' '}
            <Link to={`${paths.inventory}?view=tags`}>Tags</Link> tab and print its label on sheets or on a
            62&nbsp;mm roll. Labels for shelf slots show the letter and its size.
          </p>
          <p>
            Scan labels on the crew page with the camera or a keyboard scanner. If a piece belongs to another
            booking, it is rejected and you see that booking. See also{' '}
            <Link to={helpPath('letters')}>Letters</Link>.
          </p>
        </>
      ),
    },
  ],
};
