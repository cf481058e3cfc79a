import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, fail, server } from '@/testing/server';
import { ContractPage } from './ContractPage';

const path = '/api/public/contracts/token';
const contract = {
  companyName: 'Glow & Co.',
  state: 'waiting',
  version: 1,
  name: 'Ada Lovelace',
  role: 'customer',
  signed: false,
  yourTurn: true,
  consent: { version: 1, text: 'You agree.\n\nYou can get paper.', givenAt: '2027-05-01T10:00:00-04:00' },
  document: {
    title: 'Rental contract',
    number: '#12',
    dated: 'May 1, 2027',
    customer: 'Ada Lovelace',
    facts: [{ label: 'Delivery', value: 'Tuesday, June 1, 2027', detail: null }],
    prices: [{ text: 'Letters', detail: null, amount: '$1,000.00' }],
    sums: [{ text: 'Total', amount: '$1,000.00', strong: true }],
    policy: ['Free until 48 hours before the delivery.'],
    sections: [
      { index: 0, title: 'Care', text: 'Do not move them.', initials: true },
      { index: 1, title: 'Weather', text: 'Safety comes first.', initials: false },
    ],
  },
  differences: [],
  binding: null,
  waiting: { version: 1, total: 1000 },
  signers: [{ name: 'Ada Lovelace', role: 'customer', state: 'waiting', signedAt: null }],
  expiresAt: null,
  declineReason: null,
  sha256: null,
};
let seeEnd: () => void;

beforeEach(() => {
  class Watcher {
    constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
      seeEnd = () => callback([{ isIntersecting: true }]);
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Watcher);
});

function openPage(changes: object = {}) {
  answer('get', path, { ...contract, ...changes });
  render(<ContractPage token="token" />);
  return userEvent.setup();
}

/** Accepts a call and records what was sent. */
function accept(part: string, changes: object) {
  const sent: unknown[] = [];
  server.use(
    http.post(`*${path}${part}`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...contract, ...changes });
    }),
  );
  return sent;
}

describe('the page to sign a contract', () => {
  it('shows the contract only after consent to electronic records', async () => {
    const sent = accept('/consent', {});
    const user = openPage({ consent: { ...contract.consent, givenAt: null } });
    expect(await screen.findByText('You can get paper.')).toBeTruthy();
    expect(screen.queryByText('End of the contract')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Agree and Continue' }));

    expect(await screen.findByText('End of the contract')).toBeTruthy();
    expect(sent).toEqual([{ version: 1 }]);
  });

  it('signs with name and initials once the end was on screen', async () => {
    const sent = accept('/sign', { state: 'signed', signed: true });
    const user = openPage();
    const sign = await screen.findByRole('button', { name: 'Sign Contract' });
    expect(sign).toHaveProperty('disabled', true);
    act(() => seeEnd());
    await user.type(screen.getByLabelText('Your full name'), 'Ada Lovelace');
    await user.type(screen.getByLabelText('Your initials for “Care”'), 'AL');
    await user.click(sign);

    const title = await screen.findByRole('heading', { name: 'Your contract is signed' });
    expect(document.activeElement).toBe(title);
    expect(sent).toEqual([{ name: 'Ada Lovelace', initials: { 0: 'AL' }, readToEnd: true, version: 1 }]);
  });

  it('focuses the missing initials', async () => {
    const sent = accept('/sign', { state: 'signed', signed: true });
    const user = openPage();
    const sign = await screen.findByRole('button', { name: 'Sign Contract' });
    act(() => seeEnd());
    await user.click(sign);
    const initials = screen.getByLabelText('Your initials for “Care”');

    expect(document.activeElement).toBe(initials);
    expect(screen.getByText('Enter your initials')).toBeTruthy();
    expect(sent).toEqual([]);
    await user.type(initials, 'AL');
    expect(screen.queryByText('Enter your initials')).toBeNull();
  });

  it('loads a changed contract again before it can be signed', async () => {
    const user = openPage();
    await screen.findByText('End of the contract');
    act(() => seeEnd());
    fail('post', `${path}/sign`, 409, 'This contract has changed.', { code: 'contract_changed' });
    answer('get', path, { ...contract, version: 2 });
    await user.type(screen.getByLabelText('Your full name'), 'Ada');
    await user.type(screen.getByLabelText('Your initials for “Care”'), 'AL');
    await user.click(screen.getByRole('button', { name: 'Sign Contract' }));

    expect(await screen.findByText('This contract has changed.')).toBeTruthy();
    expect(await screen.findByText(/has changed since you opened this page/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(screen.getByRole('button', { name: 'Sign Contract' })).toHaveProperty('disabled', true);
    expect(screen.getByLabelText('Your initials for “Care”')).toHaveProperty('value', '');
  });

  it('asks to read a version that changed while it was declined', async () => {
    const user = openPage();
    await screen.findByText('End of the contract');
    act(() => seeEnd());
    fail('post', `${path}/decline`, 409, 'This contract has changed.', { code: 'contract_changed' });
    answer('get', path, { ...contract, version: 2 });
    await user.click(screen.getByRole('button', { name: 'Decline Contract' }));
    await user.type(screen.getByLabelText('Reason for declining'), 'Too expensive');
    await user.click(screen.getByRole('button', { name: 'Decline Contract' }));

    expect(await screen.findByText(/has changed since you opened this page/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sign Contract' })).toHaveProperty('disabled', true);
  });

  it('declines with a reason', async () => {
    const sent = accept('/decline', { state: 'declined' });
    const user = openPage();
    await user.click(await screen.findByRole('button', { name: 'Decline Contract' }));
    await user.type(screen.getByLabelText('Reason for declining'), 'Too expensive');
    await user.click(screen.getByRole('button', { name: 'Decline Contract' }));

    expect(await screen.findByRole('heading', { name: 'This contract was declined' })).toBeTruthy();
    expect(sent).toEqual([{ reason: 'Too expensive', version: 1 }]);
  });

  it('shows what changed since the signed version', async () => {
    openPage({
      version: 2,
      binding: { version: 1, total: 1000 },
      differences: [
        {
          field: 'totalPrice',
          label: 'Total',
          from: 1000,
          to: 1125,
          fromText: '$1,000.00',
          toText: '$1,125.00',
        },
      ],
    });

    expect(await screen.findByText('$1,000.00 → $1,125.00')).toBeTruthy();
    expect(
      screen.getByText(
        /^\$1,125\.00 waits for your signature\. Version 1, with a total of \$1,000\.00, stays in effect/,
      ),
    ).toBeTruthy();
  });
});
