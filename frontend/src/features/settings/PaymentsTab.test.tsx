import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { open } from '@/testing/render';
import { answer, signIn } from '@/testing/server';
import { accountStatus } from '@/testing/settings';

const status = '/api/stripe-connect/account-status';

describe('payments', () => {
  it("says that the provider's keys are missing", async () => {
    signIn();
    open('/settings?tab=payments');
    expect(await screen.findByRole('heading', { name: 'Stripe Integration Not Available' })).toBeTruthy();
    expect(
      screen.getByText(
        'The Stripe integration is not fully configured. Please contact the administrator to set up Stripe API keys.',
      ),
    ).toBeTruthy();
  });

  it('says so as well where the error asks for them', async () => {
    signIn();
    answer('get', status, { message: 'No keys.', code: 'no_keys', needsStripeKey: true }, 503);
    open('/settings?tab=payments');
    expect(await screen.findByRole('heading', { name: 'Stripe Integration Not Available' })).toBeTruthy();
  });

  it('can be asked again after a failure', async () => {
    signIn();
    answer('get', status, { message: 'Away.', code: 'unavailable' }, 503);
    const { user } = open('/settings?tab=payments');
    expect(await screen.findByText('Error Loading Stripe Status')).toBeTruthy();
    expect(
      screen.getByText('There was an error loading your Stripe Connect status. Please try again later.'),
    ).toBeTruthy();
    answer('get', status, accountStatus);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.queryByText('Error Loading Stripe Status')).toBeNull());
    expect(screen.getByText('Stripe Integration Not Available')).toBeTruthy();
  });

  it('is kept to the owner of a business', async () => {
    signIn();
    answer('get', status, { message: 'Your role does not allow this.', code: 'forbidden' }, 403);
    open('/settings?tab=payments');
    expect(await screen.findByText('Your role does not allow this.')).toBeTruthy();
  });
});
