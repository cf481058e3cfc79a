import { Link } from 'react-router';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { Document } from '@/ui/Document';

const sections = [
  {
    id: 'parties',
    title: 'Who agrees with whom',
    body: (
      <>
        <p>
          Three kinds of people meet here. <b>Whoever runs this installation</b> provides the service.{' '}
          <b>A business</b> has an account in it and rents out letters. <b>A customer</b> sends a request
          through a business&rsquo;s booking form.
        </p>
        <p>
          These terms are between the business and the people who run this installation. An agreement between
          a customer and a business, such as payment, delivery and cancellation, is between those two.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <ul>
        <li>Give an email address that reaches you, and keep your password to yourself.</li>
        <li>
          What happens under your account is yours to answer for. Sign out other browsers when in doubt.
        </li>
        <li>An account that harms others can be deactivated; its bookings are kept.</li>
      </ul>
    ),
  },
  {
    id: 'what-it-does',
    title: 'What the service does',
    body: (
      <>
        <p>
          It keeps your stock letter by letter and day by day, computes prices from your price list, takes
          requests, and never promises a letter twice, provided that your entries are correct. A request
          becomes a booking when you confirm it, or automatically if you have switched approval off.
        </p>
        <p>
          Booking over your stock with a reason is your own decision. So is what you promise to customers
          outside of the service.
        </p>
      </>
    ),
  },
  {
    id: 'requests',
    title: 'Requests by customers',
    body: (
      <ul>
        <li>A request is an inquiry. It binds neither side until the business has confirmed it.</li>
        <li>
          The letters are held for a short time, and once the customer has confirmed their email address, for
          the time that the business has set: seven days unless it says otherwise.
        </li>
        <li>The price is the one shown when the request was sent.</li>
        <li>A deposit is a part of the total, not a fee on top.</li>
      </ul>
    ),
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    body: (
      <ul>
        <li>Do not enter what you have no right to enter, or what harms others.</li>
        <li>Do not try to reach what is not yours, and do not flood the service; attempts are limited.</li>
        <li>You may put your booking form on any site of yours.</li>
      </ul>
    ),
  },
  {
    id: 'price',
    title: 'What it costs',
    body: (
      <p>
        The people who run this installation decide whether it costs anything, and say so before you owe
        anything. No feature is locked without a plan, and you lose no data when a plan ends.
      </p>
    ),
  },
  {
    id: 'your-data',
    title: 'Your data stays yours',
    body: (
      <p>
        You may take it along at any time, as <Link to={paths.privacy}>Privacy</Link> describes. It is used to
        provide the service and for nothing else.
      </p>
    ),
  },
  {
    id: 'availability',
    title: 'Availability and liability',
    body: (
      <>
        <p>
          <Link to={paths.status}>Status</Link> shows whether the service answers now. Nobody can promise that
          it always does: keep what you cannot do without, such as this weekend&rsquo;s deliveries, on paper
          too.
        </p>
        <p>
          The software comes under the MIT License, as it is and without warranty. What whoever runs this
          installation answers for follows from the law that applies to you and from what you have agreed with
          them.
        </p>
      </>
    ),
  },
  {
    id: 'end',
    title: 'Ending it, and changes',
    body: (
      <p>
        You may stop at any time; there is no notice to give. Changes of these terms appear on this page. Who
        does not agree with a change takes their data along and stops.
      </p>
    ),
  },
];

/** The terms of use, limited to what the software itself can state. */
export function TermsPage() {
  usePageTitle('Terms');
  return (
    <Document
      title="Terms"
      intro="What you can expect from this service and what it expects from you, in plain words."
      sections={sections}
    />
  );
}
