import { SquareStack } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const letters: Chapter = {
  id: 'letters',
  title: 'Letters and stock',
  summary: 'Which letters are where on which day, and why none is promised twice.',
  Icon: SquareStack,
  sections: [
    {
      id: 'away',
      title: 'When letters are away',
      body: (
        <p>
          From the day of delivery through the day of pickup, both included. A Friday-to-Sunday rental takes
          its letters on three days, although it costs two. A letter that comes back on Sunday can go out
          again on Monday, unless you set another turnaround under{' '}
          <Link to={`${paths.settings}?tab=rules`}>Settings, Booking Rules</Link>: on the same day, or after
          some days.
        </p>
      ),
    },
    {
      id: 'fit',
      title: 'When a rental fits',
      body: (
        <p>
          A rental fits if enough of each of its letters are available on every one of its days. Stock is
          checked day by day and letter by letter, so two rentals on different days never compete for a
          letter. However many customers send at the same moment, a letter is promised to one of them.
        </p>
      ),
    },
    {
      id: 'customers-see',
      title: 'What customers learn about your stock',
      body: (
        <p>
          Whether their message can be had on their days, and if not, which letters are short and what would
          work: the other size, or the nearest days. Never how many you own, and nothing about anybody else.
        </p>
      ),
    },
    {
      id: 'many',
      title: 'Many letters at once',
      body: (
        <p>
          <b>Add a Whole Set</b> and <b>Import Letters</b> (CSV with the columns Letter, Size, Quantity and,
          if you like, Price) show what each row would do before anything changes, name each row that is not
          right, and change nothing until every row is fine. The same list can be exported.
        </p>
      ),
    },
    {
      id: 'items',
      title: 'Items and packages',
      body: (
        <>
          <p>
            Balloons, backdrops, setup: keep them under{' '}
            <Link to={`${paths.inventory}?view=items`}>Inventory, Items & Packages</Link>, each with a picture
            and a price per day or per event. Counted pieces are reserved like letters. A service, such as
            setup, never runs out. Switch off <b>On the booking form</b> for what only you add.
          </p>
          <p>
            A package puts letters and items together. Write ____ where the customer&rsquo;s own word goes:
            &ldquo;____ & ____&rdquo; asks for two names. It costs the sum of its lines, or one price of its
            own for the whole booking. Bookings keep a package as it was when they were made.
          </p>
        </>
      ),
    },
    {
      id: 'sizes',
      title: 'Sizes and finishes',
      body: (
        <p>
          Under <Link to={`${paths.settings}?tab=pricing`}>Settings, Pricing</Link> you add sizes, each with
          its height and price, and finishes, such as RGB or neon. Letters are counted by size and finish: a
          red heart is not a white one. A size or finish that stock or coming bookings have cannot be removed;
          you see which bookings need it.
        </p>
      ),
    },
    {
      id: 'repairs',
      title: 'Letters in the workshop',
      body: (
        <p>
          Open a letter and put pieces out of service for some days. They do not count as free on those days.
          If bookings need them, you see which ones.
        </p>
      ),
    },
    {
      id: 'calendar',
      title: 'The letter calendar',
      body: (
        <p>
          <b>Calendar</b> in <Link to={paths.inventory}>Inventory</Link> shows what is free on each day, the
          tightest letters first. A cell opens to tell who has the rest.
        </p>
      ),
    },
    {
      id: 'missed',
      title: 'Letters you missed',
      body: (
        <p>
          Whoever asked for a message that you could not build is not forgotten: its letters, size, days and
          worth are kept. <b>Letters You Missed</b> adds up what one more of each letter would have earned,
          out with one rental at a time. Enter what a letter costs you, and see after how many rentals it has
          paid for itself.
        </p>
      ),
    },
  ],
};
