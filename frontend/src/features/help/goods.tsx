import { Truck } from 'lucide-react';
import { Link } from 'react-router';
import { helpPath, paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const goods: Chapter = {
  id: 'goods',
  title: 'Out and back',
  summary: 'The day, the crew page, what is out, what is broken, and tags.',
  Icon: Truck,
  sections: [
    {
      id: 'day',
      title: 'The day',
      body: (
        <>
          <p>
            <Link to={paths.day}>Today</Link> lists deliveries and pickups in order of time, with address,
            contact, letters in spelling order and the balance to collect. <b>Print Run Sheet</b> puts it on
            paper.
          </p>
          <p>
            The packing list adds up the letters of all jobs. The load list starts with the last stop, so that
            letters come off the van in spelling order.
          </p>
          <p>
            With a team, each stop has a <b>Crew</b> field. A stop that nobody was given is everybody&rsquo;s.
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
            Open <b>Crew Page</b> on the phone in the van and add it to the home screen. It shows the stops of
            today and the next two days, also without a connection.
          </p>
          <ul>
            <li>Tap a letter to count one. Hold it to count all of them, or press Count All.</li>
            <li>
              A bulb is dead before the letter goes out? Press <b>Damaged</b>, tap the letter, and say what is
              wrong. It is not loaded and opens a repair; count another one in its place.
            </li>
            <li>Tick the light test, take a photo, and let the customer sign at delivery.</li>
            <li>
              &ldquo;3 waiting to send&rdquo; means that the server does not have these records yet. They are
              sent as soon as there is a connection, each counted once.
            </li>
            <li>
              Signed out on the way? The records stay on the phone until the same person signs in again.
            </li>
          </ul>
          <p>
            Staff see no prices. To show them what to collect, switch it on under{' '}
            <Link to={`${paths.settings}?tab=delivery`}>Settings, Delivery</Link>.
          </p>
        </>
      ),
    },
    {
      id: 'handovers',
      title: 'What is out, and what is late',
      body: (
        <>
          <p>
            A booking&rsquo;s <b>Goods</b> shows each piece: packed, out or back. Returned letters are free at
            once. Letters that are not back when they are due stay taken today and tomorrow, until they come
            in or you complete the booking.
          </p>
          <p>
            <b>Not Back Yet</b> on the <Link to={paths.dashboard}>dashboard</Link> lists late bookings.
            Complete one, or say when its letters are expected.
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
            Mark pieces as damaged or missing when they come in, or before they go out. Or report a repair
            from the inventory, also while bookings hold them. Bookings that no longer fit appear on the
            dashboard with what you can do. None is canceled for you.
          </p>
          <p>
            <Link to={paths.repairs}>Repairs and Losses</Link> keeps who reported what, photos, the cost, and
            when it is back in service.
          </p>
          <p>
            Under <b>Damage and Losses</b> in the booking you see a proposed charge: the cost of the repair,
            or the replacement price. Nothing is charged until you press <b>Charge</b>. The agreed price
            stays, and your customer sees the charge as a line of its own.
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
            Counting is enough for most. To tell one piece from another, give it a tag on the{' '}
            <Link to={`${paths.inventory}?view=tags`}>Tags</Link> tab and print its label, on sheets or on a
            62&nbsp;mm roll. Labels for slots carry the letter and its size.
          </p>
          <p>
            Scan labels on the crew page with the camera or with a scanner that types. A piece that belongs to
            another booking is refused, and the booking is named. See also{' '}
            <Link to={helpPath('letters')}>Letters</Link>.
          </p>
        </>
      ),
    },
  ],
};
