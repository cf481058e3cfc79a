import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { open } from '@/testing/render';
import { answer, fail, signIn } from '@/testing/server';

const account = '/settings?tab=account';

beforeEach(() => {
  signIn();
  answer('get', '/api/account/closing', {
    closesAt: null,
    waitingDays: 14,
    comingBookings: 0,
    subscription: false,
    waitingRequests: 0,
    people: 0,
  });
});

function storage(usedBytes: number, allowedBytes: number | null, ownerMustConfirm = false) {
  answer('get', '/api/picture-storage', { usedBytes, allowedBytes, ownerMustConfirm });
  return open(account);
}

it('shows used storage out of the quota', async () => {
  storage(12_040_000, 200_000_000);
  expect(await screen.findByText('Storage: 12 MB of 200 MB')).toBeTruthy();
  const bar = screen.getByRole('progressbar', { name: 'Picture storage' });
  expect(bar.getAttribute('aria-valuenow')).toBe('6');
  expect(screen.queryByText(/choose a plan/)).toBeNull();
});

it('suggests a solution when nearly full', async () => {
  storage(1_460_000_000, 1_500_000_000);
  expect(await screen.findByText('Storage: 1.5 GB of 1.5 GB')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'choose a plan with more storage' });
  expect(link.getAttribute('href')).toBe('/subscription');
});

it('shows no quota on an installation without limits', async () => {
  storage(5_000_000, null);
  expect(await screen.findByText('Storage: 5 MB')).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('explains why uploads wait for a confirmed address', async () => {
  storage(0, 200_000_000, true);
  expect(await screen.findByText(/once the owner confirms their email address/)).toBeTruthy();
});

it('offers a retry if the storage could not be loaded', async () => {
  fail('get', '/api/picture-storage', 500, 'Something went wrong');
  open(account);
  expect(await screen.findByText('Your picture storage could not be loaded')).toBeTruthy();
});
