import { BadgeDollarSign } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const prices: Chapter = {
  id: 'prices',
  title: 'Prices and deposits',
  summary: 'How a total comes about, and how to make it yours.',
  Icon: BadgeDollarSign,
  sections: [
    {
      id: 'formula',
      title: 'How a price comes about',
      body: (
        <>
          <p>
            Letters × price × days, plus the color (per letter, once), plus add-ons (per day), plus the venue:
            what its difficulty costs and its own surcharge. Spaces are free.
          </p>
          <table>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">To start with</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>A letter, per day</td>
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
                <td>$50 where the venue is not verified</td>
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
          From delivery to pickup: Friday to Sunday are two days, and never less than one. With times of day,
          a started day counts whole. A change to or from summer time moves nothing.
        </p>
      ),
    },
    {
      id: 'own',
      title: 'Set your own prices',
      body: (
        <p>
          Every figure is yours to change under{' '}
          <Link to={`${paths.settings}?tab=pricing`}>Settings, Pricing</Link>, and there are options that are
          off until you want them: a price per event in place of per day, each letter at the price in your
          inventory, a minimum order, a delivery fee, sales tax, and a deposit for every booking. An example
          beside the form shows what a customer would pay. Bookings keep the price that they were made at.
        </p>
      ),
    },
    {
      id: 'deposit',
      title: 'What a deposit is',
      body: (
        <p>
          A part of the total, paid in advance: the balance is the total less what you have received.
          Customers see the deposit beside the total when they ask.
        </p>
      ),
    },
    {
      id: 'paying',
      title: 'How customers pay, and how you give back',
      body: (
        <>
          <p>
            Connect your Stripe account in{' '}
            <Link to={`${paths.settings}?tab=payments`}>Settings, Payments</Link> once; from then on customers
            pay deposit and balance by card on the page of their booking. Cash and bank transfers you enter in
            the booking’s details, under Payment.
          </p>
          <p>
            Several people can pay one booking. Press Split Payment there, or have your customer do it on
            their page: each person gets a link that shows their amount and nothing else of the booking, and
            takes it by card. A share that nobody has paid can be removed.
          </p>
          <p>
            Refund there gives a payment back, whole or in part. A customer who cancels in time gets back what
            they paid by card automatically. Cash and transfers you return yourself: the amount is listed
            there under To return, with a button that opens the refund filled in.
          </p>
        </>
      ),
    },
    {
      id: 'changed',
      title: 'When your prices change while somebody books',
      body: (
        <p>
          Nobody is booked at a price that they did not see. A customer whose form shows the old price is
          shown the new one and decides again.
        </p>
      ),
    },
  ],
};
