import { SquareStack } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const letters: Chapter = {
  id: 'letters',
  title: 'Letters and stock',
  summary: 'Where your letters are on each day, and how we prevent double bookings.',
  Icon: SquareStack,
  sections: [
    {
      id: 'away',
      title: 'When letters are unavailable',
      body: (
        <p>
          Letters are unavailable from the day of delivery through the day of pickup, including both days. A
          Friday-to-Sunday rental uses its letters for three days, although it is charged for two. A letter
          that comes back on Sunday can go out again on Monday, unless you set a different turnaround under{' '}
          <Link to={`${paths.settings}?tab=rules`}>Settings &gt; Booking Rules</Link>: the same day, or after
          several days.
        </p>
      ),
    },
    {
      id: 'fit',
      title: 'When a rental is available',
      body: (
        <p>
          A rental is available if you have enough of each of its letters on every day of the rental. Stock is
          checked day by day and letter by letter, so rentals on different days never conflict. Even if
          several customers send a request at the same moment, a letter is booked only once.
        </p>
      ),
    },
    {
      id: 'customers-see',
      title: 'What customers see about your stock',
      body: (
        <p>
          They see whether their message is available on their days. If not, they see which letters are short
          and what would work: another size, or the nearest available days. They never see how many letters
          you own or anything about other customers.
        </p>
      ),
    },
    {
      id: 'many',
      title: 'Add many letters at once',
      body: (
        <p>
          <b>Add a Whole Set</b> and <b>Import Letters</b> (a CSV file with the columns Letter, Size, Quantity
          and, optionally, Price) show what each row would do before anything changes. They list rows with
          errors, and import nothing until every row is correct. You can export the same list.
        </p>
      ),
    },
    {
      id: 'items',
      title: 'Items and packages',
      body: (
        <>
          <p>
            Add balloons, backdrops or setup under{' '}
            <Link to={`${paths.inventory}?view=items`}>Inventory &gt; Items &amp; Packages</Link>, each with a
            picture and a price per day or per event. Items that are counted are reserved like letters. A
            service, such as setup, is never out of stock. Turn off <b>On the booking form</b> for items that
            only you can add.
          </p>
          <p>
            A package combines letters and items. Write ____ for the customer&rsquo;s own word: &ldquo;____ &
            ____&rdquo; asks for two names. A package costs the sum of its lines, or one fixed price for the
            whole booking. Existing bookings keep their version of the package.
          </p>
        </>
      ),
    },
    {
      id: 'sizes',
      title: 'Sizes and finishes',
      body: (
        <p>
          Under <Link to={`${paths.settings}?tab=pricing`}>Settings &gt; Pricing</Link>, add sizes with their
          height and price, and finishes such as RGB or neon. Letters are counted by size and finish, so a red
          heart is different from a white one. You can&rsquo;t remove a size or finish that your stock or
          upcoming bookings use; you see which bookings need it.
        </p>
      ),
    },
    {
      id: 'repairs',
      title: 'Letters in repair',
      body: (
        <p>
          Open a letter to take pieces out of service for some days. They don&rsquo;t count as available on
          those days. If bookings need them, you see which ones.
        </p>
      ),
    },
    {
      id: 'calendar',
      title: 'The letter calendar',
      body: (
        <p>
          <b>Calendar</b> in <Link to={paths.inventory}>Inventory</Link> shows how many letters are available
          each day, with the scarcest letters first. Select a cell to see which bookings have the rest.
        </p>
      ),
    },
    {
      id: 'missed',
      title: 'Missed demand',
      body: (
        <p>
          When a customer asks for a message you can&rsquo;t build, we record its letters, size, days and
          value. <b>Inventory &gt; Missed Demand</b> shows what one more of each letter would have earned,
          with each letter out on one rental at a time. Enter the price of a letter to see after how many
          rentals it pays for itself.
        </p>
      ),
    },
  ],
};
