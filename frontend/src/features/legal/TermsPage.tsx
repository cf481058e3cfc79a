import { Link } from 'react-router';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { Document } from '@/ui/Document';

const sections = [
  {
    id: 'parties',
    title: 'Parties',
    body: (
      <>
        <p>
          Three parties use this service. <b>The provider</b> runs this site. <b>A business</b> has an account
          on it and rents out letters. <b>A customer</b> sends a request through a business&rsquo;s booking
          form.
        </p>
        <p>
          These terms are between the business and the provider. Agreements on payment, delivery and
          cancellation are between the customer and the business.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <ul>
        <li>Use an email address you can be reached at, and keep your password secret.</li>
        <li>
          You are responsible for all activity under your account. If you think someone else has access to it,
          change your password and sign out all other browsers.
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
          The service tracks each letter by day, calculates prices from your price list, and accepts requests.
          It never double-books a letter, provided your entries are correct. A request becomes a booking when
          you confirm it, or automatically if you turn approval off.
        </p>
        <p>
          You are responsible for bookings you accept beyond your stock, and for promises you make to
          customers outside the service.
        </p>
      </>
    ),
  },
  {
    id: 'requests',
    title: 'Requests by customers',
    body: (
      <ul>
        <li>A request is an inquiry. It is not binding on either side until the business confirms it.</li>
        <li>
          Letters are held briefly. Once the customer confirms their email address, they are held for the time
          set by the business, seven days by default.
        </li>
        <li>The price is the one shown when the request was sent.</li>
        <li>A deposit is part of the total, not an extra fee.</li>
      </ul>
    ),
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    body: (
      <ul>
        <li>Do not enter content that you have no right to use or that harms others.</li>
        <li>
          Do not try to access data that is not yours, and do not overload the service. Requests are
          rate-limited.
        </li>
        <li>You may embed your booking form on any of your websites.</li>
      </ul>
    ),
  },
  {
    id: 'price',
    title: 'Price',
    body: (
      <p>
        The provider sets the price, if any, and tells you before you owe anything. All features work without
        a plan, and you lose no data when a plan ends.
      </p>
    ),
  },
  {
    id: 'your-data',
    title: 'Your data',
    body: (
      <p>
        Your data remains yours. You may export it at any time, as described in{' '}
        <Link to={paths.privacy}>Privacy</Link>. It is used only to provide the service.
      </p>
    ),
  },
  {
    id: 'availability',
    title: 'Availability and liability',
    body: (
      <>
        <p>
          <Link to={paths.status}>Status</Link> shows whether the service is currently available.
          Uninterrupted availability is not guaranteed: keep a paper copy of anything essential, such as this
          weekend&rsquo;s deliveries.
        </p>
        <p>
          The software is provided under the MIT License, as is and without warranty. The provider&rsquo;s
          liability follows from applicable law and your agreement with the provider.
        </p>
      </>
    ),
  },
  {
    id: 'end',
    title: 'Termination and changes',
    body: (
      <p>
        You may stop using the service at any time without notice. Changes to these terms appear on this page.
        If you do not agree with a change, you may export your data and stop using the service.
      </p>
    ),
  },
];

/** Terms of use, limited to statements that are true for every installation. */
export function TermsPage() {
  usePageTitle('Terms');
  return (
    <Document
      title="Terms"
      intro="The rules for using this service, in plain language."
      sections={sections}
    />
  );
}
