import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { billing, payment, subscribed } from '@/testing/billing';
import { open } from '@/testing/render';
import { signIn } from '@/testing/server';

beforeEach(() => signIn());

describe('the payment history', () => {
  it('lists each payment, with a link to its invoice if there is one', async () => {
    billing(subscribed(), [
      payment({
        paymentMethod: 'card',
        paymentMethodDetails: { brand: 'visa', last4: '4242' },
        invoiceUrl: 'https://invoice.example/1',
      }),
      payment({
        id: 2,
        amount: 1999,
        status: 'failed',
        failure: 'Your card was declined.',
        invoiceUrl: 'javascript:alert(1)',
      }),
    ]);
    open('/subscription');

    const table = within(await screen.findByRole('table'));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Date',
      'Amount',
      'Status',
      'Method',
      'Invoice',
    ]);
    const cells = table
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      );
    expect(cells).toEqual([
      [
        'November 20, 2026',
        '$29.00',
        'Succeeded',
        'Visa ending in 4242',
        'View invoice (opens in a new tab)',
      ],
      ['November 20, 2026', '$19.99', 'FailedYour card was declined.', 'Card', 'No invoice'],
    ]);
    expect(table.getByRole('link').getAttribute('href')).toBe('https://invoice.example/1');
  });

  it('shows refunded amounts', async () => {
    billing(subscribed(), [
      payment({ id: 1, refunded: 900 }),
      payment({ id: 2, status: 'refunded', refunded: 2900 }),
      payment({ id: 3, dispute: 'disputed' }),
      payment({ id: 4, status: 'lost', dispute: 'lost', lost: 2900 }),
      payment({ id: 5, refunded: 400, dispute: 'lost', lost: 1000 }),
    ]);
    open('/subscription');

    const table = within(await screen.findByRole('table'));
    const rows = table.getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[2]?.textContent)).toEqual([
      'Succeeded$9.00 refunded',
      'Refunded',
      'SucceededDisputed with your bank',
      'Lost',
      'Succeeded$4.00 refunded$10.00 reversed by your bank',
    ]);
  });

  it('shows an empty state', async () => {
    billing(subscribed());
    open('/subscription');
    expect(await screen.findByText('No payment history available.')).toBeTruthy();
  });
});
