import { Contact } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const customers: Chapter = {
  id: 'customers',
  title: 'Customers, texts and reviews',
  summary: 'Customer pages, conversations by text and email, and reviews.',
  Icon: Contact,
  sections: [
    {
      id: 'page',
      title: 'A customer’s page',
      body: (
        <p>
          Every booking, quote and waiting list entry belongs to a customer under{' '}
          <Link to={paths.customers}>Customers</Link>. Search by name, address, phone number, tag or a sign
          they had. The page shows contact details, totals, bookings and quotes. To book again with the same
          details, use <b>Same Again</b>.
        </p>
      ),
    },
    {
      id: 'duplicates',
      title: 'Merge or erase a customer',
      body: (
        <p>
          Customers who share an email address or phone number are shown as possible duplicates. You can undo
          a merge for 30 days. If a customer asks for their data, use <b>Export Data</b> or{' '}
          <b>Erase Customer</b> on their page. Issued invoices are kept as long as the law requires.
        </p>
      ),
    },
    {
      id: 'texts',
      title: 'Text your customers',
      body: (
        <>
          <p>
            <Link to={paths.conversations}>Inbox</Link> has the conversation with each customer: texts,
            emails, questions, notes and calls. Under{' '}
            <Link to={`${paths.settings}?tab=texts`}>Settings &gt; Texts</Link>, you can use your own number
            and set a monthly limit. Under{' '}
            <Link to={`${paths.settings}?tab=messages`}>Settings &gt; Messages</Link>, choose which messages
            go by text.
          </p>
          <p>
            Texts are sent from 8 AM to 9 PM in the customer&rsquo;s time zone. Texts written at night wait
            until morning, unless the customer texted you in the last 15 minutes.
          </p>
        </>
      ),
    },
    {
      id: 'consent',
      title: 'Consent to texts',
      body: (
        <p>
          Customers agree to texts on your booking form or on their booking&rsquo;s page. If they agree by
          phone, in person or in writing, select <b>Record Consent</b> on the customer&rsquo;s page. A
          customer who replies STOP gets no more texts from you until they text START.
        </p>
      ),
    },
    {
      id: 'reviews',
      title: 'Ask for reviews',
      body: (
        <p>
          Turn on <b>Ask customers for a review</b> under{' '}
          <Link to={`${paths.settings}?tab=rules`}>Settings &gt; Booking Rules</Link>. Customers get an email
          the day after pickup, and one reminder. Choose under <Link to={paths.reviews}>Reviews</Link> which
          ones appear below your booking form, and answer them. Customers must agree before you can show their
          review.
        </p>
      ),
    },
  ],
};
