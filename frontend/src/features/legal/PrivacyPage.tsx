import { usePageTitle } from '@/lib/page-title';
import { Document } from '@/ui/Document';

const sections = [
  {
    id: 'who',
    title: 'Who is responsible',
    body: (
      <>
        <p>
          MarqueeDesk is software hosted at this address by its own provider. The provider of this site is
          responsible for the accounts on it. Each rental business is responsible for the information its
          customers send through its booking form. For questions about a booking, contact the business named
          on the form.
        </p>
        <p>The makers of the software receive no data from it.</p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and browser storage',
    body: (
      <>
        <p>We set cookies only when you sign in. Scripts can’t read them:</p>
        <dl>
          <dt>marqueedesk_session</dt>
          <dd>
            Keeps you signed in for up to 30 days or until you sign out. It is not sent with forms on other
            sites.
          </dd>
          <dt>marqueedesk_browser</dt>
          <dd>
            Recognizes your browser for one year, so you aren&rsquo;t locked out when someone else guesses at
            your password. It can&rsquo;t be used to sign in.
          </dd>
          <dt>marqueedesk_device</dt>
          <dd>
            Set only if you choose it when you enter a code. This browser won&rsquo;t need a code again for 30
            days.
          </dd>
        </dl>
        <p>
          Your browser also stores your light or dark preference. Until you close the tab, it stores what you
          typed into a booking form or quote and any payment you started, so a reload loses nothing. This
          storage stays in your browser.
        </p>
        <p>
          We use no tracking, advertising or analytics, so there is no cookie banner. Customers who fill in a
          booking form get no cookies. A business can see how often its form was opened and which prices it
          showed, but not who opened it.
        </p>
      </>
    ),
  },
  {
    id: 'third-parties',
    title: 'Other companies',
    body: (
      <>
        <p>
          These pages load all scripts, fonts and images from this address. Your browser contacts no other
          company, and no other company learns of your visit, with these exceptions:
        </p>
        <ul>
          <li>
            <b>Card payments</b>, if this site accepts them. Only payment pages load the payment
            provider&rsquo;s script (Stripe). Your card details go to the provider and never to our server.
            The provider also receives the amount, a description and the email address for the receipt. For a
            business that subscribes to a plan, it receives the business&rsquo;s name and email address.
          </li>
          <li>
            <b>Email</b>. Messages are sent through this site&rsquo;s mail server to the recipient&rsquo;s
            mail provider.
          </li>
          <li>
            <b>Embedded booking forms</b>. If a business embeds the form on its own website, that website is
            notified when a booking is submitted. The website has its own privacy policy.
          </li>
          <li>
            <b>Calendars</b>. A business can subscribe to its deliveries and pickups in a calendar service of
            its choice. That service then receives the location, times, letters and contact of each stop.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'customers',
    title: 'What we store with a booking request',
    body: (
      <>
        <p>When you send a booking request, the business receives and stores:</p>
        <ul>
          <li>your name, your email address, and, if you give them, your phone number and notes;</li>
          <li>your message, its size, color and add-ons, the event type, and the install time;</li>
          <li>the venue, or the address and access details you give, and the delivery and pickup dates;</li>
          <li>the itemized price you were shown;</li>
          <li>when the request was received, and each later change with who made it;</li>
          <li>if the form asks you to accept terms, the text you accepted and when;</li>
          <li>your response to a change proposed by the business, with its time and your comment;</li>
          <li>
            what you enter on your booking&rsquo;s page: notes for the crew, the on-site contact, change
            requests and the reason for a cancellation;
          </li>
          <li>
            each email to you with its full text, when it was sent, and whether it was delivered or bounced.
          </li>
        </ul>
        <p>
          When you join a waiting list, it stores your name, contact details, the request and its outcome.
        </p>
        <p>When a business sends you a quote, it also stores:</p>
        <ul>
          <li>every version sent to you, when you first opened it, and your questions;</li>
          <li>
            if you accept it, a record of your acceptance: the name you typed, the statement you agreed to,
            the time, the exact version, your IP address and your browser;
          </li>
          <li>if you decline it, the reason you give, if any.</li>
        </ul>
        <p>When you pay a business, it stores:</p>
        <ul>
          <li>each payment and refund: amount, date, status and who recorded it;</li>
          <li>if a payment is split, the name and amount entered for each person;</li>
          <li>
            the card brand and last four digits, the provider&rsquo;s payment ID, a link to the receipt, and
            why a payment failed or was disputed, but never the card number;
          </li>
          <li>your invoice, which never changes once issued.</li>
        </ul>
        <p>
          Only that business and the provider of this site can see this information. Other businesses and
          customers can&rsquo;t.
        </p>
        <p>
          If your message isn&rsquo;t available on your dates, its letters, dates and estimated value are
          stored for up to two years so the business can plan which letters to buy. Your name and address are
          not included.
        </p>
      </>
    ),
  },
  {
    id: 'operators',
    title: 'What we store for a business account',
    body: (
      <ul>
        <li>username, email, company name and, if given, phone number;</li>
        <li>your password as an Argon2id hash, which can&rsquo;t be turned back into the password;</li>
        <li>for each signed-in browser: its name, when it signed in and when it was last used;</li>
        <li>a hash of each browser and network you have signed in from, so we can alert you to new ones;</li>
        <li>
          the information you enter: business details and logo, letters, venues with their contacts, prices,
          rules, bookings, quotes and email texts;
        </li>
        <li>your team members and the email addresses you invited;</li>
        <li>
          your subscription and its payments, your card&rsquo;s brand and last four digits, and your connected
          account at the payment provider, if you have one;
        </li>
        <li>each email about your account with its full text;</li>
        <li>
          an audit log of sign-ins, roles, settings, booking statuses, payments and deletions, each with its
          time and the name or email address of the person. You can see it under Settings &gt; Activity. The
          provider of this site can see the full log.
        </li>
      </ul>
    ),
  },
  {
    id: 'logs',
    title: 'Counters and logs',
    body: (
      <>
        <p>
          To prevent password guessing and spam, we count sign-ins and requests under a hash of the
          sender&rsquo;s IP address or account. The counters expire after minutes or hours.
        </p>
        <p>
          The server logs the time, page, duration and result of each request. The log contains no names,
          searches, form input or cookies. The provider of this site may also run a proxy that keeps its own
          log.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long data is kept',
    body: (
      <table>
        <thead>
          <tr>
            <th scope="col">Data</th>
            <th scope="col">Kept for or until</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Sign-in sessions</td>
            <td>you sign out, change your password in another browser, or 30 days pass</td>
          </tr>
          <tr>
            <td>Hash of a browser or network you signed in from</td>
            <td>the account is deleted</td>
          </tr>
          <tr>
            <td>Password links and invitations</td>
            <td>
              Password links work for one hour and are stored for one month. Invitations work for one week and
              are stored as long as the business.
            </td>
          </tr>
          <tr>
            <td>Key that prevents duplicate requests</td>
            <td>two days</td>
          </tr>
          <tr>
            <td>Counters</td>
            <td>minutes or hours</td>
          </tr>
          <tr>
            <td>Requests for unavailable letters</td>
            <td>two years</td>
          </tr>
          <tr>
            <td>Emails to you about a booking or quote, with full text</td>
            <td>two years</td>
          </tr>
          <tr>
            <td>Emails about an account</td>
            <td>90 days</td>
          </tr>
          <tr>
            <td>Notifications to a business</td>
            <td>four months</td>
          </tr>
          <tr>
            <td>Audit log</td>
            <td>three years</td>
          </tr>
          <tr>
            <td>Bookings, waiting list entries, venues, letters, accounts</td>
            <td>deleted by an authorized user</td>
          </tr>
          <tr>
            <td>Quotes, invoices, payments, notes for the crew</td>
            <td>
              deleted by the business or together with it; invoices and payments only together with the
              business
            </td>
          </tr>
          <tr>
            <td>Closed businesses</td>
            <td>
              14 days, during which the owner can reopen it. Then the business, all its data and the
              owner&rsquo;s account are deleted. Only its audit log is kept for three years.
            </td>
          </tr>
          <tr>
            <td>Background jobs and messages from the payment provider</td>
            <td>Jobs: two weeks, or six months if they failed. Messages: 90 days.</td>
          </tr>
          <tr>
            <td>Backups</td>
            <td>as decided by the provider of this site</td>
          </tr>
        </tbody>
      </table>
    ),
  },
  {
    id: 'rights',
    title: 'Your right to access, correct, export and delete data',
    body: (
      <>
        <p>
          <b>Customers</b>: contact the business you booked with. It can see and correct the data of your
          booking and give you a copy. The link in your emails shows you most of it.
        </p>
        <p>
          <b>Businesses</b>: update your account under Settings. Under Settings &gt; Account, you can export
          everything in one archive or close the business. After 14 days, the business is deleted with your
          account and all its data, including invoices. Export the documents you are legally required to keep.
          Team members can leave a business under Settings &gt; Team. To have an account deleted, contact the
          provider of this site.
        </p>
      </>
    ),
  },
];

/** Privacy notice. Update it whenever the stored data changes. */
export function PrivacyPage() {
  usePageTitle('Privacy');
  return (
    <Document
      title="Privacy"
      intro="What data we store about you, where, for how long, and who can see it. In short: the details a booking needs, and no tracking."
      sections={sections}
    />
  );
}
