import { BadgeDollarSign } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const prices: Chapter = {
  id: 'prices',
  title: 'Prices and deposits',
  summary: 'How totals are calculated, and how to set your own prices.',
  Icon: BadgeDollarSign,
  sections: [
    {
      id: 'formula',
      title: 'How prices are calculated',
      body: (
        <>
          <p>
            Letters × price × days, plus color (once per letter), plus add-ons (per day), plus the venue’s
            difficulty surcharge and any additional surcharge you set for it. Spaces are free.
          </p>
          <table>
            <thead>
              <tr>
                <th scope="col">Price</th>
                <th scope="col">Default</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>Letter, per day</td>
                <td>2ft $15, 4ft $25</td>
              </tr>
              <tr>
                <td>Color, per letter</td>
                <td>standard $0, premium $20, custom $30</td>
              </tr>
              <tr>
                <td>Add-ons, per day</td>
                <td>one at $25, one at $15</td>
              </tr>
              <tr>
                <td>Venue, by difficulty</td>
                <td>easy $0, moderate $25, difficult $50, very difficult $100</td>
              </tr>
              <tr>
                <td>Deposit</td>
                <td>$50 if the venue is not verified</td>
              </tr>
            </tbody>
          </table>
        </>
      ),
    },
    {
      id: 'days',
      title: 'How days are counted',
      body: (
        <p>
          Days are counted from delivery to pickup: Friday to Sunday is two days. The minimum is one day. If
          times are set, a partial day counts as a full day. Daylight saving time doesn&rsquo;t affect the
          price.
        </p>
      ),
    },
    {
      id: 'own',
      title: 'Set your own prices',
      body: (
        <p>
          You can change every price under{' '}
          <Link to={`${paths.settings}?tab=pricing`}>Settings &gt; Pricing</Link>. Some options are off by
          default: a price per event instead of per day, individual letter prices from your inventory, a
          minimum order, and on pages of their own the delivery fee and sales tax. An example next to the form
          shows what a customer would pay. Existing bookings keep their price.
        </p>
      ),
    },
    {
      id: 'deposit',
      title: 'Deposits',
      body: (
        <p>
          A deposit is a part of the total that is paid in advance. Set it under{' '}
          <Link to={`${paths.settings}?tab=policy`}>Settings &gt; Payment Policy</Link>. The balance is the
          total minus what you have received. Customers see the deposit next to the total on the booking form.
        </p>
      ),
    },
    {
      id: 'paying',
      title: 'Payments and refunds',
      body: (
        <>
          <p>
            Connect your Stripe account once in{' '}
            <Link to={`${paths.settings}?tab=payments`}>Settings &gt; Payments</Link>. Customers can then pay
            the deposit and balance by card on their booking page. Record cash and bank transfers in the
            booking&rsquo;s details, under Payment.
          </p>
          <p>
            Several people can pay for one booking. Select Split Payment, or have your customer do it on their
            booking page. Each person gets a link to pay their amount by card, which shows nothing else about
            the booking. You can remove a share that has not been paid.
          </p>
          <p>
            Use Refund to refund a payment in full or in part. When a customer cancels in time, card payments
            are refunded automatically. Return cash and transfers yourself: the amount is shown as Refund Due,
            with a button that opens the refund with the amount filled in.
          </p>
        </>
      ),
    },
    {
      id: 'books',
      title: 'Books and closed months',
      body: (
        <>
          <p>
            A rental counts as revenue on its delivery day. Money you receive before that is held as a
            customer deposit. If you change, cancel or refund a booking after its delivery, the correction
            counts on the day you make it.
          </p>
          <p>
            Close a past month under <Link to={`${paths.bookings}?view=revenue`}>Bookings &gt; Revenue</Link>{' '}
            once your accountant has its figures. Its reports never change after that. You can reopen the last
            closed month with a reason.
          </p>
        </>
      ),
    },
    {
      id: 'changed',
      title: 'If prices change during a booking',
      body: (
        <p>
          Customers never pay a price they haven’t seen. If your prices change while a customer is filling in
          the form, they review the new price before sending the request again.
        </p>
      ),
    },
  ],
};
