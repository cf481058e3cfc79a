import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import type { DiscountCode, PaymentPolicy } from '@/api/payment-policy';
import { open } from '@/testing/render';
import { answer, fail, refuse, signIn } from '@/testing/server';
import { paymentPolicy } from '@/testing/settings';
import { enterInto, retype } from '@/testing/typing';

const policy = paymentPolicy();

const words = {
  payment: ['A deposit of 50% of the total is due on the day of booking.'],
  cancellation: ['Free of charge up to 14 days before the delivery.'],
  extras: ['The damage waiver costs 10% of the order. It is added if you choose it.'],
  example: {
    total: 1000,
    delivery: '2027-03-01',
    schedule: [
      { due: '2027-01-01', amount: 500, paid: 0 },
      { due: '2027-02-15', amount: 500, paid: 0 },
    ],
  },
};

const code: DiscountCode = {
  id: 7,
  code: 'SUMMER',
  percent: 10,
  amount: null,
  from: null,
  to: null,
  uses: 5,
  minimum: 100,
  used: 5,
};

function openPolicy(rest: Partial<PaymentPolicy> = {}, codes: DiscountCode[] = []) {
  signIn();
  answer('get', '/api/payment-policy', { ...policy, ...rest });
  answer('get', '/api/discount-codes', codes);
  const previews = answer('post', '/api/payment-policy/preview', words);
  return { asked: previews, ...open('/settings?tab=policy') };
}

const save = () => screen.getByRole('button', { name: 'Save Changes' });

describe('the payment policy', () => {
  it('offers a damage waiver and tips, and validates their amounts', async () => {
    const { user, asked } = openPolicy();
    await user.click(await screen.findByRole('radio', { name: 'A percentage of the order' }));
    expect(await screen.findByText(words.extras[0] ?? '')).toBeTruthy();
    await retype(user, screen.getByLabelText('Waiver Percentage'), '0');
    await user.click(screen.getByRole('switch', { name: 'Customers can add a tip' }));
    await retype(user, screen.getByLabelText('Suggested Tips (%)'), 'ten');
    await user.click(save());
    expect(await screen.findByText('Enter a percentage above zero')).toBeTruthy();
    expect(screen.getByText(/Enter up to five percentages/)).toBeTruthy();
    await enterInto(user, screen.getByLabelText('Waiver Percentage'), '.5');
    await retype(user, screen.getByLabelText('Suggested Tips (%)'), '5%, 12.5');
    const sent = answer('patch', '/api/payment-policy', policy);
    await user.click(save());
    await waitFor(() =>
      expect(sent.bodies).toEqual([
        {
          damageWaiver: { percent: 0.5, amount: null, optOut: false },
          tips: { suggestions: [5, 12.5], taxable: false },
        },
      ]),
    );
    expect(asked.bodies.length).toBeGreaterThan(1);
  });

  it('links to the payment settings if cards are not ready, and keeps the input', async () => {
    const { user } = openPolicy();
    await user.click(await screen.findByRole('radio', { name: 'The deposit' }));
    const sentence = "Customers can't pay with their booking yet.";
    fail('patch', '/api/payment-policy', 409, sentence, { code: 'cards_not_ready' });
    await user.click(save());
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText(sentence)).toBeTruthy();
    expect(alert.getByRole('link', { name: 'Set up payments' }).getAttribute('href')).toBe(
      '/settings?tab=payments',
    );
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'The deposit' }).checked).toBe(true);
  });

  it('sets a rescheduling fee and its free period', async () => {
    const { user } = openPolicy();
    const costs = within(await screen.findByRole('group', { name: 'Rescheduling fee' }));
    await user.click(costs.getByRole('radio', { name: 'A fixed fee' }));
    await user.clear(screen.getByLabelText('Rescheduling Amount'));
    const days = screen.getByLabelText('Free Rescheduling Until');
    await retype(user, days, '400');
    await user.click(save());
    expect(await screen.findByText('Enter an amount')).toBeTruthy();
    expect(screen.getByText('Enter a whole number from 0 to 365')).toBeTruthy();
    await enterInto(user, screen.getByLabelText('Rescheduling Amount'), '40');
    await user.click(screen.getByRole('switch', { name: 'Free when requested early' }));
    const sent = answer('patch', '/api/payment-policy', policy);
    await user.click(save());
    await waitFor(() =>
      expect(sent.bodies).toEqual([{ rescheduleFee: { percent: null, amount: 40, freeDaysBefore: null } }]),
    );
  });

  it('sets a monthly late fee and its grace period', async () => {
    const { user } = openPolicy();
    const costs = within(await screen.findByRole('group', { name: 'Late fee' }));
    expect(screen.queryByLabelText('Grace Period')).toBeNull();
    await user.click(costs.getByRole('radio', { name: 'A percentage of the overdue amount' }));
    await user.clear(screen.getByLabelText('Late Fee Percentage'));
    await retype(user, screen.getByLabelText('Grace Period'), '61');
    await user.click(save());
    expect(await screen.findByText('Enter a whole number from 0 to 60')).toBeTruthy();
    expect(screen.getByText('Enter a percentage from 0 to 100')).toBeTruthy();
    await enterInto(user, screen.getByLabelText('Late Fee Percentage'), '1.5');
    await retype(user, screen.getByLabelText('Grace Period'), '3');
    await user.click(screen.getByRole('radio', { name: 'Every month' }));
    const sent = answer('patch', '/api/payment-policy', policy);
    await user.click(save());
    await waitFor(() =>
      expect(sent.bodies).toEqual([
        { lateFee: { percent: 1.5, amount: null, every: 'month', graceDays: 3 } },
      ]),
    );
  });

  it('changes the deposit at unverified venues', async () => {
    const { user } = openPolicy();
    const field = await screen.findByLabelText('At an Unverified Venue');
    expect(field).toHaveProperty('value', '50');
    await user.clear(field);
    await user.click(save());
    expect(await screen.findByText('Enter an amount')).toBeTruthy();
    await enterInto(user, field, '80');
    const sent = answer('patch', '/api/payment-policy', { ...policy, unverifiedVenueDeposit: 80 });
    await user.click(save());
    await waitFor(() => expect(sent.bodies).toEqual([{ unverifiedVenueDeposit: 80 }]));
  });

  it('changes the free cancellation hours, and hides them once there are steps', async () => {
    const { user } = openPolicy();
    await retype(user, await screen.findByLabelText('Free Cancellation'), '72');
    const sent = answer('patch', '/api/payment-policy', { ...policy, freeCancellationHours: 72 });
    await user.click(save());
    await waitFor(() => expect(sent.bodies).toEqual([{ freeCancellationHours: 72 }]));
    await user.click(screen.getByRole('radio', { name: 'A percentage, in steps' }));
    expect(screen.queryByLabelText('Free Cancellation')).toBeNull();
  });

  it("shows the server's preview while typing, and saves only changes", async () => {
    const { user, asked } = openPolicy();
    await user.click(await screen.findByRole('radio', { name: 'A percentage' }));
    await retype(user, screen.getByLabelText('Balance Due'), '14');
    await user.click(screen.getByRole('radio', { name: 'A percentage, in steps' }));
    expect(await screen.findByText(words.payment[0] ?? '')).toBeTruthy();
    expect(screen.getByText('Due Feb 15, 2027')).toBeTruthy();
    const change = {
      depositPercent: 50,
      balanceDueDays: 14,
      cancellation: [
        { daysBefore: 14, keepPercent: 0 },
        { daysBefore: 7, keepPercent: 50 },
      ],
    };
    await waitFor(() => expect(asked.bodies.at(-1)).toMatchObject(change));
    const sent = answer('patch', '/api/payment-policy', { ...policy, ...change });
    await user.click(save());
    await screen.findByText('Payment policy saved');
    expect(sent.bodies).toEqual([change]);
  });

  it('validates only the selected options, each at its field', async () => {
    const { user } = openPolicy({ instalments: 3, cancellation: [{ daysBefore: 7, keepPercent: 50 }] });
    const parts = await screen.findByLabelText('Number of Installments');
    await retype(user, parts, '1');
    await user.click(screen.getByRole('button', { name: 'Add Step' }));
    const step = within(screen.getByRole('group', { name: 'Step 2' }));
    await enterInto(user, step.getByLabelText('Canceled Up To'), '7');
    await enterInto(user, step.getByLabelText('You Keep'), '101');
    await user.click(save());
    expect(await screen.findByText('Enter a whole number from 2 to 24')).toBeTruthy();
    expect(step.getByText('You already have a step for this number of days')).toBeTruthy();
    expect(step.getByText('Enter a percentage from 0 to 100')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'In one payment' }));
    await user.click(screen.getByRole('radio', { name: 'The deposit, after the free period' }));
    const sent = answer('patch', '/api/payment-policy', policy);
    await user.click(save());
    await screen.findByText('Payment policy saved');
    expect(sent.bodies).toEqual([{ instalments: null, cancellation: [] }]);
  });

  it('saves other payment methods and the payment instructions', async () => {
    const { user } = openPolicy();
    await user.click(await screen.findByRole('button', { name: 'Add Method' }));
    await enterInto(user, screen.getByLabelText('Method 3'), 'check');
    await user.click(save());
    expect(await screen.findByText('You already have a method with this name')).toBeTruthy();
    await user.clear(screen.getByLabelText('Method 3'));
    await user.click(save());
    expect(await screen.findByText('Enter a name')).toBeTruthy();
    await enterInto(user, screen.getByLabelText('Method 3'), ' PayPal ');
    await user.click(screen.getByRole('button', { name: 'Remove method 2' }));
    await enterInto(user, screen.getByLabelText('How to Pay (Optional)'), 'Zelle to 555-0142');
    await user.click(screen.getByRole('switch', { name: 'Also show to customers who can pay by card' }));
    const change = {
      methods: [
        { kind: 'cash' as const, name: 'Cash' },
        { kind: 'other' as const, name: 'PayPal' },
      ],
      howToPay: 'Zelle to 555-0142',
      howToPayBesideCards: true,
    };
    const sent = answer('patch', '/api/payment-policy', { ...policy, ...change });
    await user.click(save());
    await screen.findByText('Payment policy saved');
    expect(sent.bodies).toEqual([change]);
  });

  it('charges later payments automatically', async () => {
    const { user } = openPolicy();
    await user.click(await screen.findByRole('switch', { name: 'Charge later payments automatically' }));
    const sent = answer('patch', '/api/payment-policy', { ...policy, automaticCharge: true });
    await user.click(save());
    await screen.findByText('Payment policy saved');
    expect(sent.bodies).toEqual([{ automaticCharge: true }]);
  });

  it('holds an amount on the card of new bookings', async () => {
    const { user } = openPolicy();
    await user.click(await screen.findByRole('radio', { name: 'A fixed amount' }));
    await retype(user, await screen.findByLabelText('Hold Amount'), '150');
    await retype(user, screen.getByLabelText('Place the Hold'), '3');
    await user.click(save());
    expect(await screen.findByText('Enter a whole number from 0 to 2')).toBeTruthy();
    await retype(user, screen.getByLabelText('Place the Hold'), '2');
    const hold = { percent: null, amount: 150, daysBefore: 2, releaseAfterDays: 2 };
    const sent = answer('patch', '/api/payment-policy', { ...policy, hold });
    await user.click(save());
    await screen.findByText('Payment policy saved');
    expect(sent.bodies).toEqual([{ hold }]);
  });

  it('lists discount codes and adds one', async () => {
    const { user } = openPolicy({}, [code]);
    expect(await screen.findByText('Used up')).toBeTruthy();
    expect(screen.getByText('10% off · minimum order $100.00 · used 5 of 5 times')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add Code' }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterInto(user, dialog.getByLabelText('Code'), 'spring');
    await enterInto(user, dialog.getByLabelText('Percentage'), '120');
    await user.click(dialog.getByRole('button', { name: 'Save Code' }));
    expect(await dialog.findByText('Enter a percentage of at most 100')).toBeTruthy();
    await user.click(dialog.getByRole('radio', { name: 'An amount' }));
    await enterInto(user, dialog.getByLabelText('Last Day'), '06/01/2027');
    refuse('post', '/api/discount-codes', { code: 'You already have this code' });
    await user.click(dialog.getByRole('button', { name: 'Save Code' }));
    expect(await dialog.findByText('You already have this code')).toBeTruthy();
    const sent = answer('post', '/api/discount-codes', { ...code, id: 8 }, 201);
    await user.click(dialog.getByRole('button', { name: 'Save Code' }));
    await screen.findByText('Discount code saved');
    expect(sent.bodies).toEqual([
      { code: 'spring', percent: null, amount: 120, from: null, to: '2027-06-01', uses: null, minimum: null },
    ]);
  });

  it('is accessible to screen readers', async () => {
    openPolicy({ cancellation: [{ daysBefore: 7, keepPercent: 50 }] }, [code]);
    await screen.findByText(words.payment[0] ?? '');
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false } },
      resultTypes: ['violations'],
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});
