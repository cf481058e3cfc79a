import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { sample } from '@/testing/sample';
import { answer, fail, refuse } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';
import type { Share, Shares } from './calls';
import { SplitPart } from './SplitPart';

const path = '/api/public/bookings/token/shares';

const share = sample<Share>({
  id: 1,
  name: 'Mom',
  amount: 125,
  state: 'open',
  link: 'https://desk.example/s/mom',
});
const shares = (...items: Share[]): Shares => ({
  currency: 'USD',
  shares: items,
  left: 250 - items.reduce((sum, { amount }) => sum + amount, 0),
  smallest: 0.5,
});

describe('splitting a payment', () => {
  it('asks for name and amount, creates a link and copies it', async () => {
    const user = userEvent.setup();
    answer('get', path, shares());
    render(<SplitPart token="token" number={0} />);
    await user.click(screen.getByRole('button', { name: 'Split the payment' }));
    const region = screen.getByRole('region', { name: 'Split the payment' });
    expect(document.activeElement).toBe(region);
    expect(await screen.findByText('$250.00 left to split.')).toBeTruthy();
    const created = answer('post', path, shares(share()));
    await enterInto(user, screen.getByLabelText('Amount (USD)'), '250.01');
    await user.click(screen.getByRole('button', { name: 'Create Link' }));
    expect(screen.getByText('Enter who pays')).toBeTruthy();
    expect(screen.getByText('Enter an amount from $0.50 to $250.00')).toBeTruthy();
    await enterInto(user, screen.getByLabelText('Who pays?'), ' Mom ');
    await retype(user, screen.getByLabelText('Amount (USD)'), '125');
    await user.click(screen.getByRole('button', { name: 'Create Link' }));
    const row = within(await screen.findByRole('list', { name: 'Shares' }));
    expect(created.bodies).toEqual([{ name: 'Mom', amount: 125 }]);
    expect(document.activeElement).toBe(region);
    expect(row.getByText('Not paid yet')).toBeTruthy();
    await user.click(row.getByRole('button', { name: 'Share the link with Mom' }));
    expect(await navigator.clipboard.readText()).toBe('https://desk.example/s/mom');
    expect(await row.findByText('Link copied')).toBeTruthy();
    expect((screen.getByLabelText('Who pays?') as HTMLInputElement).value).toBe('');
  });

  it('keeps typed input when the server refuses it', async () => {
    const user = userEvent.setup();
    answer('get', path, shares());
    render(<SplitPart token="token" number={1} />);
    await enterInto(user, await screen.findByLabelText('Who pays?'), 'Dad');
    await enterInto(user, screen.getByLabelText('Amount (USD)'), '200');
    refuse('post', path, { amount: 'Only $50.00 left to split' });
    await user.click(screen.getByRole('button', { name: 'Create Link' }));
    expect(await screen.findByText('Only $50.00 left to split')).toBeTruthy();
    fail('post', path, 503, 'The database is away.');
    await user.click(screen.getByRole('button', { name: 'Create Link' }));
    expect(await screen.findByText('The database is away.')).toBeTruthy();
    expect((screen.getByLabelText('Who pays?') as HTMLInputElement).value).toBe('Dad');
  });

  it('asks for confirmation before it removes a share, and keeps paid ones', async () => {
    const user = userEvent.setup();
    answer('get', path, shares(share(), share({ id: 2, name: 'Dad', state: 'paid' })));
    render(<SplitPart token="token" number={2} />);
    expect(await screen.findByText('Paid')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove Dad' })).toBeNull();
    expect(screen.queryByLabelText('Who pays?')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove Mom' }));
    expect(document.activeElement?.textContent).toContain('Remove this link? It will stop working.');
    fail('delete', `${path}/1`, 409, 'This share is paid already.', { code: 'share_is_paid' });
    await user.click(screen.getByRole('button', { name: 'Yes, remove' }));
    expect(await screen.findByText('This share is paid already.')).toBeTruthy();
    answer('delete', `${path}/1`, shares(share({ id: 2, name: 'Dad', state: 'paid' })));
    await user.click(screen.getByRole('button', { name: 'Remove Mom' }));
    await user.click(screen.getByRole('button', { name: 'Yes, remove' }));
    await waitFor(() => expect(screen.queryByText('Not paid yet')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('region'));
  });

  it('offers a retry when the shares do not load', async () => {
    const user = userEvent.setup();
    fail('get', path, 503, 'The database is away.');
    render(<SplitPart token="token" number={1} />);
    expect(await screen.findByText('The database is away.')).toBeTruthy();
    answer('get', path, shares(share()));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Not paid yet')).toBeTruthy();
  });
});
