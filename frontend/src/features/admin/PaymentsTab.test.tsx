import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerSettings } from '@/testing/admin';
import { open } from '@/testing/render';
import { answer, fail, refuse } from '@/testing/server';
import { enterInto } from '@/testing/typing';

describe('payment settings', () => {
  function openPayments() {
    answerSettings();
    return open('/admin/settings?tab=payments');
  }

  it('shows the error for an invalid key at its field', async () => {
    const { user } = openPayments();
    await enterInto(user, await screen.findByLabelText('Stripe Publishable Key'), 'pk_live_1');
    await user.click(screen.getByRole('button', { name: 'Save Payment Settings' }));
    expect(await screen.findByText('Secret key is required')).toBeTruthy();
    await enterInto(user, screen.getByLabelText('Stripe Secret Key'), 'sk_live_1');
    const sentence = 'Test mode only accepts test keys. Turn off test mode to use a live key.';
    refuse('patch', '/api/admin/settings/payments', { stripePublishableKey: sentence });
    await user.click(screen.getByRole('button', { name: 'Save Payment Settings' }));
    await waitFor(() => expect(screen.getAllByText(sentence).length).toBeGreaterThan(0));
    for (const option of ['Credit/Debit Card', 'Apple Pay', 'Google Pay']) {
      // They turn nothing off, so they are not switches.
      expect(screen.getByText(option)).toBeTruthy();
      expect(screen.queryByRole('switch', { name: option })).toBeNull();
    }
  });

  it('shows the status of each payment method only after a check', async () => {
    const { user } = openPayments();
    const options = ['Credit/Debit Card', 'Apple Pay', 'Google Pay'];
    const rowOf = async (name: string) => (await screen.findByText(name)).parentElement?.lastElementChild;
    for (const name of options) expect((await rowOf(name))?.textContent).toBe('Not checked');
    const finding = (name: string, ok: boolean) => ({ name, ok, sentence: `${name} was looked at.` });
    answer('get', '/api/admin/payments/check', {
      ok: false,
      findings: [finding('keys', true), finding('secret_key', true), finding('domain', false)],
    });
    await user.click(screen.getByRole('button', { name: 'Check Setup' }));
    await waitFor(async () => expect((await rowOf('Credit/Debit Card'))?.textContent).toBe('On'));
    for (const name of options.slice(1)) {
      expect((await rowOf(name))?.textContent).toBe('Domain not registered');
    }
    answer('get', '/api/admin/payments/check', {
      ok: false,
      findings: [finding('keys', true), finding('domain', true), finding('account_domains', false)],
    });
    await user.click(screen.getByRole('button', { name: 'Check Setup' }));
    await screen.findByText('account_domains was looked at.');
    for (const name of options.slice(1)) {
      expect((await rowOf(name))?.textContent).toBe('Domain not registered');
    }
    answer('get', '/api/admin/payments/check', { ok: true, findings: [finding('keys', false)] });
    await user.click(screen.getByRole('button', { name: 'Check Setup' }));
    await waitFor(async () => expect((await rowOf('Credit/Debit Card'))?.textContent).toBe('Off'));
  });

  it('lists Stripe comparisons with their repairs', async () => {
    const { user } = openPayments();
    expect(await screen.findByText('No comparisons yet.')).toBeTruthy();
    const repair = { account: 'acct_1', business: 'Bright Nights', outcome: 'recorded' };
    const times = { at: '2026-11-22T04:00:00Z', since: '2026-11-18T04:00:00Z', isLive: true };
    answer('get', '/api/admin/payments/comparisons', [
      {
        ...{ ...times, id: 2, listed: 1234 },
        repairs: [
          { ...repair, kind: 'refund.listed', objectId: 're_1' },
          { ...repair, kind: 'invoice.paid', objectId: 'in_1', account: null, business: null, outcome: null },
          { ...repair, kind: 'account.listed', objectId: 'acct_1', outcome: 'unknown business' },
        ],
      },
      { ...times, id: 1, listed: 0, isLive: false, repairs: [] },
    ]);
    await user.click(screen.getByRole('button', { name: 'Reload the comparisons' }));
    await screen.findByText('3 differences');
    expect(screen.getByText('Refund differs').closest('li')?.textContent).toBe(
      'Refund differsBright Nights, re_1Repaired',
    );
    expect(screen.getByText('Missed event invoice.paid').closest('li')?.textContent).toBe(
      'Missed event invoice.paidYour account, in_1Repairing',
    );
    expect(screen.getByText('Not recorded: unknown business')).toBeTruthy();
    expect(screen.getByText('No differences')).toBeTruthy();
    expect(screen.getByText(/^1,234 compared since /)).toBeTruthy();
  });

  it('lists failed Stripe calls with the message and a link to the Stripe log', async () => {
    const { user } = openPayments();
    expect(await screen.findByText('No failed calls.')).toBeTruthy();
    const refusal = {
      at: '2026-11-22T04:00:00Z',
      call: 'POST /v1/refunds',
      isLive: false,
      code: 'provider_refused',
    };
    answer('get', '/api/admin/payments/refusals', [
      {
        ...{
          ...refusal,
          id: 2,
          account: 'acct_1',
          business: 'Bright Nights',
          providerCode: 'charge_disputed',
        },
        ...{ message: 'The charge is disputed.', param: 'charge' },
        ...{ requestId: 'req_1', url: 'https://dashboard.stripe.com/acct_1/test/logs/req_1' },
      },
      {
        ...{ ...refusal, id: 1, account: null, business: null, providerCode: null, code: 'provider_away' },
        ...{ message: null, param: null, requestId: null, url: null },
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'Reload the failed calls' }));
    const row = (await screen.findByText('The charge is disputed.')).closest('li');
    expect(row?.textContent).toContain('Bright Nights, POST /v1/refunds, Parameter charge');
    expect(row?.textContent).toContain('charge_disputed');
    expect(screen.getByRole('link', { name: 'Request req_1' }).getAttribute('href')).toBe(
      'https://dashboard.stripe.com/acct_1/test/logs/req_1',
    );
    const other = screen.getByText('Stripe did not answer.').closest('li');
    expect(other?.textContent).toContain('Your account, POST /v1/refunds');
  });

  it('shows a load error for the comparisons', async () => {
    answerSettings();
    fail('get', '/api/admin/payments/comparisons', 503, 'It is too busy.', { code: 'busy' });
    open('/admin/settings?tab=payments');
    expect(await screen.findByText('It is too busy.')).toBeTruthy();
  });
});
