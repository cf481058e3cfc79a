import { CalendarCheck2 } from 'lucide-react';
import { Link } from 'react-router';
import { helpPath, paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const requests: Chapter = {
  id: 'requests',
  title: 'Requests and bookings',
  summary: 'From a customer’s request to the return of the letters.',
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
              A request that is waiting for your reply. Its letters are held for 30 minutes, or until you
              reply once the customer has confirmed their email address.
            </dd>
            <dt>Confirmed</dt>
            <dd>You’ve committed to deliver. The letters are reserved until they’re back.</dd>
            <dt>Completed</dt>
            <dd>The letters are back in your warehouse. The booking counts as revenue.</dd>
            <dt>Canceled</dt>
            <dd>The booking will not take place. The letters are available again immediately.</dd>
          </dl>
          <p>
            You can reopen a completed or canceled booking while its letters are available. The
            booking&rsquo;s details show its history: what happened when, and who did it.
          </p>
        </>
      ),
    },
    {
      id: 'answer',
      title: 'Reply to a request',
      body: (
        <p>
          Use the menu in its row under{' '}
          <Link to={`${paths.bookings}?status=pending`}>Bookings &gt; Pending</Link>, or the buttons in its
          details: <b>Confirm Booking</b> or <b>Cancel Booking</b>. You can also select several bookings and
          confirm, complete or cancel them together. Once the letters are back, choose{' '}
          <b>Mark as Completed</b>. You can undo a cancellation or completion for ten seconds; after that, use{' '}
          <b>Reopen Booking</b>.
        </p>
      ),
    },
    {
      id: 'hold',
      title: 'How long letters are held for a request',
      body: (
        <p>
          Seven days, unless you set a different time under{' '}
          <Link to={`${paths.settings}?tab=rules`}>Settings &gt; Booking Rules</Link>. After that, other
          customers can book the letters, but the request stays in your list. When you confirm it, we check
          your stock again. If letters are no longer available, you see which ones are missing.
        </p>
      ),
    },
    {
      id: 'approval',
      title: 'Confirm requests automatically',
      body: (
        <p>
          Turn off <b>Approve each request</b> under{' '}
          <Link to={`${paths.settings}?tab=rules`}>Settings &gt; Booking Rules</Link>. Requests that fit your
          stock are then confirmed as soon as they arrive.
        </p>
      ),
    },
    {
      id: 'duplicates',
      title: 'Duplicate requests',
      body: (
        <p>
          A second request with the same customer, message, size and dates is marked as a possible duplicate.
          The second request stays pending until you decide.
        </p>
      ),
    },
    {
      id: 'terms',
      title: 'Show your terms and phone number on the form',
      body: (
        <p>
          Under <Link to={`${paths.settings}?tab=rules`}>Settings &gt; Booking Rules</Link>, in{' '}
          <b>Booking Form</b>, you can show your contact details on the form, and require customers to accept
          your terms before they send a request. Each booking stores the version and text that the customer
          accepted.
        </p>
      ),
    },
    {
      id: 'find',
      title: 'Find a booking',
      body: (
        <p>
          The list starts with requests that need your reply, followed by bookings from today on. Select{' '}
          <b>Show All Dates</b> to see the rest. Search for any words in any order: name, email, phone,
          booking number, message, size, event, venue, address and notes. Use <b>Filters</b> to filter by
          date, venue and payment, select a column heading to sort, and use <b>Pick a date</b> to see what is
          delivered that day. Press <b>Ctrl K</b> on any page, or use the search icon at the top, to search
          bookings, quotes, customers, venues and settings at once. <b>Calendar View</b> shows the month.{' '}
          <b>Reports</b>, in your user menu, shows revenue by month, size, venue, event and message, and
          exports it as CSV.
        </p>
      ),
    },
    {
      id: 'change',
      title: 'Change a booking',
      body: (
        <p>
          Select <b>Edit</b> in the booking&rsquo;s details to change the message, dates, venue and everything
          else. If your change affects letters or price, availability is checked and the price is
          recalculated. For bookings you create yourself, see <Link to={helpPath('quotes')}>Quotes</Link>.
        </p>
      ),
    },
  ],
};
