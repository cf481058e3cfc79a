import { usePageTitle } from '@/lib/page-title';
import { Document } from '@/ui/Document';

const sections = [
  {
    id: 'who',
    title: 'Who is responsible',
    body: (
      <>
        <p>
          MarqueeDesk is software that somebody runs at this address. The people who run this installation are
          responsible for the accounts in it. Each rental business is responsible for what its own customers
          send through its booking form, and is the right one to ask about a booking: its name is on the form.
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
        <p>Only when you sign in, and none that a script can read:</p>
        <dl>
          <dt>marqueedesk_session</dt>
          <dd>
            Keeps you signed in for up to thirty days, or until you sign out. It is not sent along from other
            sites&rsquo; forms.
          </dd>
          <dt>marqueedesk_browser</dt>
          <dd>
            Tells your browser from others for a year: whoever guesses at your password cannot keep you out.
            It signs nobody in.
          </dd>
          <dt>marqueedesk_device</dt>
          <dd>
            Only if you ask for it when you enter a code: the browser is not asked for one again for thirty
            days.
          </dd>
        </dl>
        <p>
          Your browser also remembers whether you prefer light or dark and, until its tab is closed, what you
          have typed into a booking form or a quote and which payment you have begun, so that a reload loses
          nothing. None of it is sent anywhere by being remembered.
        </p>
        <p>
          There is no tracking, no advertising, no analytics, and no cookie banner, because there is nothing
          to agree to. Customers who fill in a booking form get no cookie at all. A business sees how often
          its form was opened and which prices it showed, and nothing about who looked.
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
          These pages load everything from this address: scripts, fonts and pictures. Your browser makes no
          request to anybody else, and nobody else learns that you were here, with these exceptions:
        </p>
        <ul>
          <li>
            <b>Card payments</b>, where this installation takes them. Payment pages, and only those, load the
            script of the payment provider (Stripe). Your card details go to the provider and never to this
            server. The provider also gets the amount, what it is for, and the email address that a receipt
            goes to; of a business that subscribes, its name and email address.
          </li>
          <li>
            <b>Email</b>. Messages leave through the mail server that this installation uses, and pass the
            mail servers of whoever reads them.
          </li>
          <li>
            <b>The page around a booking form</b>. Where a business shows the form on its own website, that
            page is notified of a finished booking. That website has a privacy policy of its own.
          </li>
          <li>
            <b>Calendars</b>. A business can subscribe to its deliveries and pickups in a calendar service of
            its choice, which then reads them: place, times, letters and whom to call.
          </li>
        </ul>
      </>
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
          <li>the venue, or the address that you give and how to get in; the days of delivery and pickup;</li>
          <li>the price, line by line, as you were shown it;</li>
          <li>when the request came in, and what happened to it since, and by whom;</li>
          <li>the business&rsquo;s terms as you accepted them, and when, if its form asks you to;</li>
          <li>whether you agreed to a change that the business asked you about, when, and what you wrote;</li>
          <li>
            what you write on your booking&rsquo;s page: notes for the crew with whom to call, changes that
            you ask for, and the reason for a cancellation;
          </li>
          <li>
            each email to you, with its full text, when it was sent and whether it arrived, for example that
            it bounced.
          </li>
        </ul>
        <p>
          When you wait for letters, it keeps your name, how to reach you, what you wait for, and what became
          of it.
        </p>
        <p>When a business sends you a quote, it also keeps:</p>
        <ul>
          <li>every version that it sent you, when you first opened it, and your questions;</li>
          <li>
            if you accept it, what proves that: the name that you typed, the sentence that you agreed to, the
            time, the exact version, and the network address and browser that the answer came from;
          </li>
          <li>if you decline it, the reason if you give one.</li>
        </ul>
        <p>When you pay, it keeps:</p>
        <ul>
          <li>each payment and refund: amount, day, state, and by whom it was entered;</li>
          <li>if a payment is split, the name and the amount of each person, as they were entered;</li>
          <li>
            of a card its kind and last four digits, the provider&rsquo;s number of the payment, a link to its
            receipt, and why a payment failed or is disputed, but never the card&rsquo;s number;
          </li>
          <li>your invoice, which never changes once it was issued.</li>
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
        <li>
          a hash of each browser and network that you have signed in from, so that you can be warned of a new
          one;
        </li>
        <li>
          what you enter: your business&rsquo;s details and logo, letters, venues with their contacts, prices,
          rules, bookings, quotes and email texts;
        </li>
        <li>your team: who belongs to it, and the email addresses that were invited;</li>
        <li>
          your subscription and what you paid for it; of a card its kind and last four digits; your account at
          the payment provider, if you connect one;
        </li>
        <li>each email about your account, with its full text;</li>
        <li>
          a record of what was done (audit): signing in, roles, settings, states of bookings, money and
          deletions, with the time and the name or email address of who did it. You see it under Settings,
          Activity; whoever runs this installation sees all of it.
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
            <td>The hash of a browser or network that you signed in from</td>
            <td>the account is removed</td>
          </tr>
          <tr>
            <td>A link to a new password, an invitation</td>
            <td>good for an hour, or a week; noted for a month, or as long as the business</td>
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
            <td>Bookings, entries of the waiting list, venues, letters, accounts</td>
            <td>somebody responsible removes them</td>
          </tr>
          <tr>
            <td>Quotes, invoices, payments, notes for the crew</td>
            <td>
              the business removes them, or is removed itself; invoices and payments only with the business
            </td>
          </tr>
          <tr>
            <td>A business that its owner has closed</td>
            <td>
              fourteen days, in which that can be taken back; then it is removed with everything in it and its
              owner&rsquo;s account. Only the record of who did what stays for its own time.
            </td>
          </tr>
          <tr>
            <td>Background jobs of the server, and messages from the payment provider</td>
            <td>two weeks (half a year where it failed), and ninety days</td>
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
          booking, can correct it, and can give you a copy. The link in your emails shows you most of it.
        </p>
        <p>
          <b>As a business</b>, correct your account under Settings. In Settings, Account you can export
          everything in one archive, and close the business: after fourteen days it is removed with your
          account and everything in it, invoices too. Keep the documents that the law asks you to keep. Who
          works for a business can leave it in Settings, Team; to have an account erased, ask whoever runs
          this installation.
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
      intro="Which data about you is kept, where, for how long, and who can see it. In short: the details that a booking needs, and nothing that tracks you."
      sections={sections}
    />
  );
}
