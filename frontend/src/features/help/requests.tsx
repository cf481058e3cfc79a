import { CalendarCheck2 } from 'lucide-react';
import { Link } from 'react-router';
import { helpPath, paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const requests: Chapter = {
  id: 'requests',
  title: 'Requests and bookings',
  summary: 'What happens between a customer’s request and the letters’ return.',
  Icon: CalendarCheck2,
  sections: [
    {
      id: 'statuses',
      title: 'What each status means',
      body: (
        <>
          <dl>
            <dt>Pending</dt>
            <dd>
              A request that waits for your answer. Its letters are held for 30 minutes, and until you answer
              once the customer has confirmed their email.
            </dd>
            <dt>Confirmed</dt>
            <dd>You will deliver. The letters are held until they are back.</dd>
            <dt>Completed</dt>
            <dd>The letters are back in the warehouse. It counts as revenue.</dd>
            <dt>Canceled</dt>
            <dd>It will not happen. The letters are free again at once.</dd>
          </dl>
          <p>
            A completed or canceled booking can be reopened while its letters are free. Its details tell what
            happened when, and by whom.
          </p>
        </>
      ),
    },
    {
      id: 'answer',
      title: 'Answer a request',
      body: (
        <p>
          Use the menu of its row under <Link to={`${paths.bookings}?status=pending`}>Bookings, Pending</Link>
          , or the buttons in its details: <b>Confirm Booking</b> or <b>Cancel Booking</b>. Several bookings
          can be ticked and confirmed, completed or canceled together. Once the letters are back,{' '}
          <b>Mark as Completed</b>. For ten seconds you can undo what you canceled or completed by mistake;
          later, use <b>Reopen Booking</b>.
        </p>
      ),
    },
    {
      id: 'hold',
      title: 'How long a request holds its letters',
      body: (
        <p>
          Seven days, or as long as you set under{' '}
          <Link to={`${paths.settings}?tab=rules`}>Settings, Booking Rules</Link>. After that its letters are
          offered to others, but the request stays in your list. When you confirm it, the stock is checked
          again, and if the letters have gone to somebody else, you see which ones are missing.
        </p>
      ),
    },
    {
      id: 'approval',
      title: 'Confirm without being asked',
      body: (
        <p>
          Switch off <b>Approve each request</b> under{' '}
          <Link to={`${paths.settings}?tab=rules`}>Settings, Booking Rules</Link>, and a request that fits
          your stock is confirmed as it comes in.
        </p>
      ),
    },
    {
      id: 'duplicates',
      title: 'The same request twice',
      body: (
        <p>
          A second request with the same customer, word, size and days is marked as a possible duplicate.
          Nothing is done about it until you decide.
        </p>
      ),
    },
    {
      id: 'terms',
      title: 'Your terms and your phone number on the form',
      body: (
        <p>
          <Link to={`${paths.settings}?tab=rules`}>Settings, Booking Rules</Link>, <b>On Your Form</b>: switch
          on that the form shows how to reach you, and that customers read and accept your terms before they
          send. A booking keeps the version and text that its customer accepted.
        </p>
      ),
    },
    {
      id: 'find',
      title: 'Find a booking',
      body: (
        <p>
          The list opens on requests that need your answer, then on what comes from today on;{' '}
          <b>Show All Dates</b> adds the rest. Search takes any words in any order: name, email, phone,
          booking number, sign, size, event, venue, address and notes. <b>Filters</b> has dates, venue and
          payment, a column&rsquo;s heading sorts by it, and <b>Pick a date</b> shows what is delivered on
          that day. Press <b>Ctrl K</b> on any page, or the magnifier at the top, to search bookings, quotes,
          customers, venues and settings at once. <b>Calendar View</b> shows the month. <b>Reports</b>, in
          your user menu, sums up what was earned by month, size, venue, event and message, and hands it out
          as CSV.
        </p>
      ),
    },
    {
      id: 'change',
      title: 'Change a booking',
      body: (
        <p>
          <b>Edit</b> in its details changes the word, the days, the venue and everything else. Letters and
          price are checked and computed again where your change touches them. For bookings of your own see{' '}
          <Link to={helpPath('quotes')}>Quotes</Link>.
        </p>
      ),
    },
  ],
};
