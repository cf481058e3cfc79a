import { usePageTitle } from '@/lib/page-title';
import { Document } from '@/ui/Document';

const sections = [
  {
    id: 'who',
    title: 'Who is responsible',
    body: (
      <>
        <p>
          MarqueeDesk is software that somebody runs at this address. Whoever runs this installation is
          responsible for the accounts in it. Each rental business is responsible for what its own customers
          send through its booking form, and is the right one to ask about a booking: its name stands on the
          form.
        </p>
        <p>The makers of the software receive nothing: it reports to nobody.</p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and other traces in your browser',
    body: (
      <>
        <p>One cookie, and only when you sign in:</p>
        <dl>
          <dt>marqueedesk_session</dt>
          <dd>
            Keeps you signed in for up to thirty days, or until you sign out. No script can read it, and it is
            not sent along from other sites&rsquo; forms.
          </dd>
        </dl>
        <p>
          Your browser also keeps, for itself, whether you prefer light or dark, and, until its tab is closed,
          what you have typed into a booking form, so that it survives a reload. Neither is sent anywhere by
          being kept.
        </p>
        <p>
          There is no tracking, no advertising, no analytics, and no cookie banner, because there is nothing
          to agree to. Customers who fill in a booking form get no cookie at all.
        </p>
      </>
    ),
  },
  {
    id: 'third-parties',
    title: 'Other companies',
    body: (
      <p>
        These pages load everything from this address: scripts, fonts and pictures. Your browser makes no
        request to anybody else, and nobody else learns that you were here. The one exception is the card
        payment provider&rsquo;s script, on payment pages alone and only where this installation takes card
        payments.
      </p>
    ),
  },
  {
    id: 'customers',
    title: 'What a booking request stores',
    body: (
      <>
        <p>When you ask a business for letters, it receives and keeps:</p>
        <ul>
          <li>your name, your email address, and, if you give them, your phone number and notes;</li>
          <li>your message, its size, color and add-ons, the event type, and the install time;</li>
          <li>the venue and the days of delivery and pickup;</li>
          <li>the price, line by line, as you were shown it;</li>
          <li>when the request came in, and what happened to it since.</li>
        </ul>
        <p>
          Only that business sees it, and whoever runs this installation. Other businesses and other customers
          do not.
        </p>
        <p>
          When your message cannot be built on your days, its letters, days and worth are kept for up to two
          years, so that the business learns which letters to buy. Your name and address are not part of that.
        </p>
      </>
    ),
  },
  {
    id: 'operators',
    title: 'What a business account stores',
    body: (
      <ul>
        <li>username, email, company name, and phone number if given;</li>
        <li>your password as an Argon2id hash, from which it cannot be read back;</li>
        <li>for each signed-in browser: what it calls itself, since when, and when it was last used;</li>
        <li>what you enter: letters, venues with their contacts, prices, rules and bookings.</li>
      </ul>
    ),
  },
  {
    id: 'logs',
    title: 'Counters and logs',
    body: (
      <>
        <p>
          Sign-ins and requests are counted against guessing and spam, under a hash of the sender&rsquo;s
          network address or of the account, and the counters go away when their time is over.
        </p>
        <p>
          The server writes a line per request: when, which page or call, how long it took, and with what
          result. It carries no name, no search, nothing typed, no cookie. A proxy in front of the server may
          keep a log of its own; that is up to whoever runs this installation.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long things are kept',
    body: (
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Until</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>A sign-in</td>
            <td>you sign out, change your password elsewhere, or thirty days have passed</td>
          </tr>
          <tr>
            <td>The key that recognizes a request sent twice</td>
            <td>two days</td>
          </tr>
          <tr>
            <td>Counters</td>
            <td>the end of their minutes or hours</td>
          </tr>
          <tr>
            <td>Letters that were missed</td>
            <td>two years</td>
          </tr>
          <tr>
            <td>Emails to you about a booking or a quote, with their full text</td>
            <td>two years after they were written</td>
          </tr>
          <tr>
            <td>Emails about an account</td>
            <td>ninety days after they were written</td>
          </tr>
          <tr>
            <td>Notes of a business&rsquo;s bell</td>
            <td>four months</td>
          </tr>
          <tr>
            <td>The record of who did what (audit)</td>
            <td>three years</td>
          </tr>
          <tr>
            <td>Bookings, venues, letters, accounts</td>
            <td>somebody responsible removes them</td>
          </tr>
          <tr>
            <td>Backups</td>
            <td>whoever runs this installation decides</td>
          </tr>
        </tbody>
      </table>
    ),
  },
  {
    id: 'rights',
    title: 'Seeing, correcting, taking along, erasing',
    body: (
      <>
        <p>
          <b>As a customer</b>, ask the business that you booked with. It sees all that is kept about your
          booking and can correct it.
        </p>
        <p>
          <b>As a business</b>, correct your account under Settings, and take your data along at any time:
          bookings and revenue as CSV from Reports, letters as CSV from Inventory, and everything else over
          the API, which is described at <a href="/api/docs">/api/docs</a>. To have an account erased, ask
          whoever runs this installation.
        </p>
      </>
    ),
  },
];

/** What this software keeps about people; it has to change together with what the software does. */
export function PrivacyPage() {
  usePageTitle('Privacy');
  return (
    <Document
      title="Privacy"
      intro="What is kept about you, where, for how long, and who sees it. In short: what a booking needs, and nothing to follow you around."
      sections={sections}
    />
  );
}
